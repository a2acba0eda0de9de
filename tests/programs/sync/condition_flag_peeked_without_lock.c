// Before it takes the lock the waiter peeks at the flag.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *produce(void *arg) {
  pthread_mutex_lock(&m);
  ready = true; // RACE! ready
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  if (!ready) // RACE! ready
    puts("have to wait");
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
