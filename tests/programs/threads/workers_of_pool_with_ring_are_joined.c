// The pool's members stay what they were while its ring is filled at an element that a number
// chooses: C says nothing of elements outside of the array, so all workers are waited for.
// VERDICT: race-free
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int count;
  int closed;
  pthread_t *workers;
  int ring[64];
  int head, tail;
};

static long total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  struct pool *pool = arg;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    while (pool->head == pool->tail && !pool->closed) pthread_cond_wait(&pool->more, &pool->lock);
    if (pool->head == pool->tail) {
      pthread_mutex_unlock(&pool->lock);
      break;
    }
    const int item = pool->ring[pool->head % 64];
    pool->head++;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_lock(&total_lock);
    total += item;
    pthread_mutex_unlock(&total_lock);
  }
  return NULL;
}

static struct pool *open_pool(int count) {
  struct pool *pool = malloc(sizeof *pool);
  if (pool == NULL) return NULL;
  pool->count = count;
  pool->closed = 0;
  pool->head = pool->tail = 0;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->more, NULL);
  pool->workers = malloc(count * sizeof *pool->workers);
  for (int i = 0; i < count; i++) {
    if (pthread_create(&pool->workers[i], NULL, work, pool) != 0) abort();
  }
  return pool;
}

static void add(struct pool *pool, int item) {
  pthread_mutex_lock(&pool->lock);
  pool->ring[pool->tail++ % 64] = item;
  pthread_cond_signal(&pool->more);
  pthread_mutex_unlock(&pool->lock);
}

static void close_pool(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->closed = 1;
  pthread_cond_broadcast(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->count; i++) pthread_join(pool->workers[i], NULL);
  free(pool->workers);
  free(pool);
}

int main(int argc, char **argv) {
  (void)argv;
  struct pool *pool = open_pool((int)(strtod("3", NULL) + 0.5));  // what executions do not decide
  for (int i = 0; i < argc * 4; i++) add(pool, i);
  close_pool(pool);
  return total > 100;
}
