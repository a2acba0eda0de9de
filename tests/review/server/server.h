/* A job server: clients are threads that put jobs into a queue, workers take them out. */
#ifndef SERVER_H
#define SERVER_H

#include <pthread.h>
#include <stddef.h>

struct job {
  int client;
  int size;
  struct job *next;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct job *first;
  struct job *last;
  int closed;
};

struct stats {
  pthread_mutex_t lock;
  long jobs;
  long bytes;
  long peak;
};

struct server {
  struct queue queue;
  struct stats stats;
  int verbose;
  pthread_mutex_t log_lock;
  char log_line[80];
};

void queue_put(struct queue *queue, struct job *job);
struct job *queue_take(struct queue *queue);
void queue_close(struct queue *queue);

void stats_add(struct stats *stats, int size);
void stats_print(struct stats *stats);

void *worker(void *arg);
void *reporter(void *arg);

extern struct server server;

#endif
