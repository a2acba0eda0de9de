// The word is set in the new object, once by one way and once by another, before others see it: it
// is not free at first, and who is told to finds it so.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  int spare;
  volatile int busy;
};

static struct queue *queue;

static void *work(void *unused) {
  if (!__sync_bool_compare_and_swap(&queue->busy, 0, 1)) {
    queue->spare++;  // RACE! queue.spare
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  queue = calloc(1, sizeof *queue);
  queue->busy = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
