// The main thread waits only until the first of the threads has left before it empties the queue
// without its lock.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
  pthread_mutex_t lock;
  pthread_mutex_t count_lock;
  volatile int there;
  int length;
};

static volatile int stopped;

static void *work(void *arg) {
  struct pool *pool = arg;
  pthread_mutex_lock(&pool->count_lock);
  pool->there += 1;  // RACE! there
  pthread_mutex_unlock(&pool->count_lock);
  while (!stopped) {  // RACE! stopped
    pthread_mutex_lock(&pool->lock);
    if (pool->length > 0) pool->length--;
    pthread_mutex_unlock(&pool->lock);
  }
  pthread_mutex_lock(&pool->count_lock);
  pool->there -= 1;
  pthread_mutex_unlock(&pool->count_lock);
  return NULL;
}

int main(void) {
  struct pool *pool = malloc(sizeof *pool);
  pthread_mutex_init(&pool->lock, NULL);
  pthread_mutex_init(&pool->count_lock, NULL);
  pool->there = 0;
  pool->length = 3;
  if (getenv("NO_THREADS") != NULL) return 0;  // what executions cannot decide
  for (int i = 0; i < 20; i++) {
    pthread_t t;
    pthread_create(&t, NULL, work, pool);
    pthread_detach(t);
  }
  while (pool->there != 20) usleep(10);
  stopped = 1;
  while (pool->there > 19) usleep(10);
  pool->length = 0;  // RACE! length
  return pool->length;
}
