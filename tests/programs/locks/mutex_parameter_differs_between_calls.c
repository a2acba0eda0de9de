// A helper gets the mutex as a parameter; the callers pass different ones.
#include <pthread.h>

static pthread_mutex_t ours = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t theirs = PTHREAD_MUTEX_INITIALIZER;
static short stock = 100;

static void take(pthread_mutex_t *lock, short n) {
  pthread_mutex_lock(lock);
  stock -= n; // RACE! stock
  pthread_mutex_unlock(lock);
}

static void *shop(void *arg) {
  take(&theirs, 3);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, shop, NULL);
  take(&ours, 4);
  pthread_join(t, NULL);
  return stock == 100;
}
