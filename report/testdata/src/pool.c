#include "pool.h"

static struct stats stats;

static void count(struct job *job) {
  pthread_mutex_lock(&job->pool->lock);
  stats.hits += job->size > 0 ? 1 : lookup(job->pool->table, job->key, DEFAULT_FLAGS | FLAG_QUIET | FLAG_RECENT, job->size);
  pthread_mutex_unlock(&job->pool->lock);
}

static void handle(struct job *job) {
  count(job);
  job->done = 1;
}

void *worker(void *argument) {
  struct pool *pool = argument;
  for (;;)
    handle(next(pool));
}
