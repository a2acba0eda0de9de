// A worker waits for what is put into a queue, by a thread that is there before main is done with the scale.
// TODAY: unknown: what the library does is not known
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);  // TSAN: silent: the library does not exist

struct item {
  struct item *next;
  int number;
};
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct item *head;
};
static struct queue *names;
static int bytes;
static int scale;

static void push(struct queue *q, int number) {
  struct item *i = malloc(sizeof *i);
  i->number = number;
  pthread_mutex_lock(&q->lock);
  i->next = q->head;
  q->head = i;
  pthread_cond_signal(&q->filled);
  pthread_mutex_unlock(&q->lock);
}

static struct item *pop(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  while (q->head == NULL) pthread_cond_wait(&q->filled, &q->lock);
  struct item *i = q->head;
  q->head = i->next;
  pthread_mutex_unlock(&q->lock);
  return i;
}

static void *work(void *arg) {
  for (;;) {
    struct item *i = pop(names);
    if (i->number < 0) break;
    bytes += i->number * scale;  // RACE! scale
    free(i);
  }
  return arg;
}

static void *list(void *arg) {
  long options[2] = {0, 0};
  read_options(options);
  for (int i = 0; i < 10; i++) push(names, i);
  return arg;
}

int main(void) {
  pthread_t worker, lister;
  names = calloc(1, sizeof *names);
  pthread_mutex_init(&names->lock, NULL);
  pthread_cond_init(&names->filled, NULL);
  pthread_create(&lister, NULL, list, NULL);
  pthread_create(&worker, NULL, work, NULL);
  scale = 3;  // RACE! scale
  pthread_join(lister, NULL);
  push(names, -1);
  pthread_join(worker, NULL);
  return bytes;
}
