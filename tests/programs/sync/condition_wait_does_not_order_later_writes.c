// The producer goes on writing the data after it has signalled and unlocked.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *produce(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  data = 99; // RACE! data
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  printf("%d\n", data); // RACE! data
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
