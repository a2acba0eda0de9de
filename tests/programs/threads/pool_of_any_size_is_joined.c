// As many workers as the program is asked for: the pool is freed after all have been joined.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_t *threads;
  int count;
  int stop;
  int done;
  pthread_mutex_t lock;
};

static void *work(void *arg) {
  struct pool *pool = arg;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    if (pool->stop) break;
    pool->done++;
    pthread_mutex_unlock(&pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

static struct pool *create(int count) {
  struct pool *pool = malloc(sizeof *pool);
  pool->count = count;
  pool->stop = pool->done = 0;
  pthread_mutex_init(&pool->lock, NULL);
  pool->threads = malloc(count * sizeof *pool->threads);
  for (int i = 0; i < count; i++) pthread_create(&pool->threads[i], NULL, work, pool);
  return pool;
}

static int destroy(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->stop = 1;
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->count; i++) pthread_join(pool->threads[i], NULL);
  const int done = pool->done;
  free(pool->threads);
  free(pool);
  return done;
}

int main(int argc, char **argv) {
  (void)argv;
  return destroy(create(argc + 2)) < 0;
}
