// A helper gets the mutex as a parameter; every caller passes the same one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static short stock = 100;

static void take(pthread_mutex_t *lock, short n) {
  pthread_mutex_lock(lock);
  stock -= n;
  pthread_mutex_unlock(lock);
}

static void *shop(void *arg) {
  take(&m, 3);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, shop, NULL);
  take(&m, 4);
  pthread_join(t, NULL);
  return stock != 93;
}
