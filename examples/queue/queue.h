// A queue of fixed size between one producer and one consumer.
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>
#include <stdbool.h>

enum { QUEUE_CAPACITY = 16 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int items[QUEUE_CAPACITY];  // these four are guarded by lock
  int first;
  int count;
  bool closed;
};

void queue_init(struct queue* queue);
void queue_put(struct queue* queue, int item);    // waits while the queue is full
bool queue_take(struct queue* queue, int* item);  // waits for an item; false once closed and empty
void queue_close(struct queue* queue);            // no further items will come
bool queue_is_closed(struct queue* queue);

#endif
