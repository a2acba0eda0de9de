// The queue is made ready by a function that leaves nulls in it, and jobs of a former turn of the
// loop are found there by the next one.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input;
  struct job *next;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct job *head, *tail;
  int pending, stops;
};

static void make(struct queue *q) {
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->changed, NULL);
  q->head = q->tail = NULL;
  q->pending = q->stops = 0;
}

static void submit(struct queue *q, int input) {
  struct job *j = malloc(sizeof *j);
  pthread_mutex_lock(&q->lock);
  j->input = input;
  j->next = NULL;
  if (q->tail)
    q->tail->next = j;
  else
    q->head = j;
  q->tail = j;
  q->pending++;
  pthread_cond_signal(&q->changed);
  pthread_mutex_unlock(&q->lock);
}

static void *work(void *arg) {
  struct queue *q = arg;
  long sum = 0;
  pthread_mutex_lock(&q->lock);
  for (;;) {
    while (!q->head && !q->stops) pthread_cond_wait(&q->changed, &q->lock);
    struct job *j = q->head;
    if (!j) break;
    q->head = j->next;
    if (!q->head) q->tail = NULL;
    q->pending--;
    sum += j->input;
    free(j);
  }
  pthread_mutex_unlock(&q->lock);
  return (void *)sum;
}

// Deeper than executions are followed.
static int steps(int n) { return n == 0 ? 0 : 1 + steps(n - 1); }

int main(void) {
  if (steps(60) < 0) return 1;
  static struct queue queue;
  pthread_t workers[4];
  make(&queue);
  for (int i = 0; i < 4; i++) pthread_create(&workers[i], NULL, work, &queue);
  for (int i = 0; i < 100; i++) submit(&queue, i);
  pthread_mutex_lock(&queue.lock);
  queue.stops = 1;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}
