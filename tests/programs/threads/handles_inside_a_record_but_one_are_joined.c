// The handles lie in an array inside a record, and the first of these threads is not waited for.
// TSAN: silent: the first thread has mostly had the lock before one that is waited for.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t lock;
  int count;
  pthread_t workers[16];
  long done;
};

static struct pool pool;

static void *work(void *arg) {
  struct pool *mine = arg;
  pthread_mutex_lock(&mine->lock);
  mine->done++;  // MISSED done: those waited for look like all
  pthread_mutex_unlock(&mine->lock);
  return NULL;
}

static void start(struct pool *mine, int count) {
  pthread_mutex_init(&mine->lock, NULL);
  mine->count = count;
  for (int i = 0; i < count; i++) pthread_create(&mine->workers[i], NULL, work, mine);
}

static void stop(struct pool *mine) {
  for (int i = 1; i < mine->count; i++) pthread_join(mine->workers[i], NULL);
}

int main(void) {
  int count = (int)(strtod("3", NULL) + 0.5);  // what executions do not decide
  if (count > 16) count = 16;
  start(&pool, count);
  stop(&pool);
  return pool.done > 100;  // MISSED done: those waited for look like all
}
