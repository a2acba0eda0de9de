// A word in a new object is claimed by a compare-and-swap and given back by another one: who has it
// is alone.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  int *spare;
  volatile int busy;
};

static struct queue *queue;

static void take_one(struct queue *q) {
  if (__sync_bool_compare_and_swap(&q->busy, 0, 1)) {
    q->spare = q->spare + 1;
    __sync_bool_compare_and_swap(&q->busy, 1, 0);
  }
}

static void *work(void *unused) {
  for (int i = 0; i < 100; i++) take_one(queue);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  queue = calloc(1, sizeof *queue);
  queue->spare = calloc(1000, sizeof(int));
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
