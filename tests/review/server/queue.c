#include "server.h"

void queue_put(struct queue *queue, struct job *job) {
  pthread_mutex_lock(&queue->lock);
  job->next = NULL;
  if (queue->last == NULL) {
    queue->first = job;
  } else {
    queue->last->next = job;
  }
  queue->last = job;
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
}

/* The oldest job; NULL when the queue is closed and empty. */
struct job *queue_take(struct queue *queue) {
  struct job *job;
  pthread_mutex_lock(&queue->lock);
  while (queue->first == NULL && !queue->closed) {
    pthread_cond_wait(&queue->filled, &queue->lock);
  }
  job = queue->first;
  if (job != NULL) {
    queue->first = job->next;
    if (queue->first == NULL) queue->last = NULL;
  }
  pthread_mutex_unlock(&queue->lock);
  return job;
}

void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = 1;
  pthread_cond_broadcast(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
}
