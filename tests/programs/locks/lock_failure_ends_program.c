// Looking at the result of a lock only to give up costs nothing.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void take(void) {
  if (pthread_mutex_lock(&m) != 0) abort();
}

static void *add(void *arg) {
  take();
  total++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  int failed = pthread_mutex_lock(&m);
  if (failed) return 1;
  total++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return total;
}
