// A wrapper returns 1 when it got the lock; the worker goes on when it got 0.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int served;

static int try_enter(void) {
  if (pthread_mutex_trylock(&m) != 0) return 0;
  return 1;
}

static void *serve(void *arg) {
  if (!try_enter())
    served++; // RACE! served
  else
    pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, serve, NULL);
  served = 10; // RACE! served
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  printf("%d\n", served);
  return 0;
}
