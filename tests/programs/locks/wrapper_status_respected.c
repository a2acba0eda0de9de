// A wrapper returns 1 when it got the lock; the users go on only then.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int served;

static int try_enter(void) {
  if (pthread_mutex_trylock(&m) != 0) return 0;
  return 1;
}

static void *serve(void *arg) {
  if (try_enter()) {
    served++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", served);
  return 0;
}
