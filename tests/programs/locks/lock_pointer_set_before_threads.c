// The pointer to the mutex is chosen once, before any thread runs.
#include <pthread.h>

static pthread_mutex_t fast = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fair = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *lock = &fast;
static int hits;

static void *hit(void *arg) {
  pthread_mutex_lock(lock);
  hits++;
  pthread_mutex_unlock(lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  lock = &fair;
  pthread_create(&a, NULL, hit, NULL);
  pthread_create(&b, NULL, hit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits != 2;
}
