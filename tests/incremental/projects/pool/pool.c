#include "pool.h"
#include <assert.h>
#include "stats.h"

static int idle;

static struct task *take_task(struct pool *pool) {
  struct link *item = list_take(&pool->tasks);
  return (struct task *)item;
}

static void *run_worker(void *argument) {
  struct pool *pool = argument;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    idle++;
    while (pool->tasks.next == &pool->tasks && !pool->closing)
      pthread_cond_wait(&pool->filled, &pool->lock);
    idle--;
    struct task *task = take_task(pool);
    pthread_mutex_unlock(&pool->lock);
    if (!task)
      return 0;
    task->run(task->argument);
    stats_add(1);
  }
}

int pool_open(struct pool *pool, int count) {
  assert(count <= 4);
  pthread_mutex_init(&pool->lock, 0);
  pthread_cond_init(&pool->filled, 0);
  list_init(&pool->tasks);
  pool->closing = 0;
  pool->count = count;
  for (int i = 0; i < count; i++)
    if (pthread_create(&pool->threads[i], 0, run_worker, pool) != 0)
      return -1;
  return 0;
}

void pool_submit(struct pool *pool, struct task *task) {
  pthread_mutex_lock(&pool->lock);
  list_append(&pool->tasks, &task->link);
  pthread_cond_signal(&pool->filled);
  pthread_mutex_unlock(&pool->lock);
}

void pool_close(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->closing = 1;
  pthread_cond_broadcast(&pool->filled);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->count; i++)
    pthread_join(pool->threads[i], 0);
}
