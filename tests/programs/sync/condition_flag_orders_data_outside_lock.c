// VERDICT: unknown: order follows from the value of a flag read under the lock
// Data is written before the flag is set and read after the flag was seen, outside the lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *produce(void *arg) {
  data = 99;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  printf("%d\n", data);
  pthread_join(t, NULL);
  return 0;
}
