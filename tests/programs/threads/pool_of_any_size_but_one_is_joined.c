// The last worker of the pool is not joined before what it counts is read.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_t *threads;
  int count;
};

static int done;

static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) {
    done++;  // RACE! done
  }
  return arg;
}

static void start(struct pool *pool, int count) {
  pool->count = count;
  pool->threads = malloc(count * sizeof *pool->threads);
  for (int i = 0; i < count; i++) pthread_create(&pool->threads[i], NULL, work, NULL);
}

static void join(struct pool *pool) {
  for (int i = 0; i < pool->count - 1; i++) pthread_join(pool->threads[i], NULL);
}

int main(int argc, char **argv) {
  (void)argv;
  struct pool pool;
  start(&pool, argc);
  join(&pool);
  const int seen = done;  // RACE! done
  pthread_join(pool.threads[argc - 1], NULL);
  free(pool.threads);
  return seen < 0;
}
