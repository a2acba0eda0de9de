// Workers wait for work. The size that they look at is set again when work was handed to them.
#include <pthread.h>
#include <stdlib.h>

struct work {
  int key;
  struct work *next;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct work *first;
};
static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL};
static int *table;
static int size;

static void put(struct queue *q, struct work *w) {
  pthread_mutex_lock(&q->lock);
  w->next = q->first;
  q->first = w;
  pthread_cond_signal(&q->filled);
  pthread_mutex_unlock(&q->lock);
}

static struct work *take(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  while (!q->first) pthread_cond_wait(&q->filled, &q->lock);
  struct work *w = q->first;
  q->first = w->next;
  pthread_mutex_unlock(&q->lock);
  return w;
}

static void *worker(void *sum) {
  int left = *(int *)sum;
  while (left-- > 0) {
    struct work *w = take(&queue);
    if (w->key < size)  // RACE! size
      *(int *)sum += table[w->key];
    free(w);
  }
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t workers[2];
  int sums[2] = {2, 2};
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, worker, &sums[i]);
  table = calloc((size_t)argc, sizeof *table);
  size = argc;
  for (int i = 0; i < 4; i++) {
    struct work *w = malloc(sizeof *w);
    if (!w) abort();
    w->key = i;
    put(&queue, w);
    size = argc + i;  // RACE! size
  }
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  return 0;
}
