#include "queue.h"

void queue_init(struct queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->changed, NULL);
  queue->first = 0;
  queue->count = 0;
  queue->closed = false;
}

void queue_put(struct queue *queue, int item) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == QUEUE_CAPACITY) pthread_cond_wait(&queue->changed, &queue->lock);
  queue->items[(queue->first + queue->count) % QUEUE_CAPACITY] = item;
  queue->count++;
  pthread_cond_signal(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
}

bool queue_take(struct queue *queue, int *item) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == 0 && !queue->closed) pthread_cond_wait(&queue->changed, &queue->lock);
  const bool taken = queue->count > 0;
  if (taken) {
    *item = queue->items[queue->first];
    queue->first = (queue->first + 1) % QUEUE_CAPACITY;
    queue->count--;
    pthread_cond_signal(&queue->changed);
  }
  pthread_mutex_unlock(&queue->lock);
  return taken;
}

void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
}

bool queue_is_closed(struct queue *queue) {
#ifdef FIXED
  pthread_mutex_lock(&queue->lock);
#endif
  const bool closed = queue->closed;  // "only a flag", but nothing orders this read
#ifdef FIXED
  pthread_mutex_unlock(&queue->lock);
#endif
  return closed;
}
