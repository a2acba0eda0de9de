// Nobody but who makes and ends a pool writes where its threads are kept: the test always holds.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t mutex;
  pthread_t *threads;
  int count, *sums;
};

struct part {
  struct pool *pool;
  int number;
};

static void *work(void *arg) {
  struct part *part = arg;
  pthread_mutex_lock(&part->pool->mutex);
  part->pool->sums[0] += part->number;
  pthread_mutex_unlock(&part->pool->mutex);
  free(part);
  return NULL;
}

static void start(struct pool *pool, int count) {
  pool->count = count;
  pool->sums = calloc(4, sizeof *pool->sums);
  pool->threads = calloc(count, sizeof *pool->threads);
  if (pool->sums == NULL || pool->threads == NULL) exit(1);
  pthread_mutex_init(&pool->mutex, NULL);
  for (int i = 0; i < count; i++) {
    struct part *part = malloc(sizeof *part);
    if (part == NULL) exit(1);
    part->pool = pool;
    part->number = i;
    pthread_create(&pool->threads[i], NULL, work, part);
  }
}

static void stop(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  if (pool->threads != NULL) {
    for (int i = 0; i < pool->count; i++) pthread_join(pool->threads[i], NULL);
  }
  pool->sums[0]++;
  free(pool->sums);
  free(pool->threads);
}

int main(int argc, char **argv) {
  struct pool pool;
  (void)argv;
  start(&pool, argc);
  stop(&pool);
  return 0;
}
