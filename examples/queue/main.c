// A producer and a consumer; the flag that ends their work is read outside of the lock.
//
//   tools/run scan examples/queue/main.c examples/queue/queue.c               finds the race on queue.closed
//   tools/run scan examples/queue/main.c examples/queue/queue.c -- -DFIXED    finds nothing
#include <stdio.h>

#include "queue.h"

static void *produce(void *argument) {
  struct queue *queue = argument;
  for (int item = 0; item < 1000 && !queue_is_closed(queue); item++) queue_put(queue, item);
  queue_close(queue);
  return NULL;
}

int main(void) {
  static struct queue queue;
  pthread_t producer;
  long sum = 0;
  int item;
  queue_init(&queue);
  if (pthread_create(&producer, NULL, produce, &queue) != 0) return 1;
  while (queue_take(&queue, &item)) {
    sum += item;
    if (sum > 10000) queue_close(&queue);  // enough: the producer may stop early
  }
  pthread_join(producer, NULL);
  printf("%ld\n", sum);
  return 0;
}
