// The waiter checks the flag in a loop and uses the data, all under the lock.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
static int data;

static void *produce(void *arg) {
  pthread_mutex_lock(&m);
  data = 99;
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  printf("%d\n", data);
  data = 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
