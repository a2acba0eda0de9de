// Both sides use atomic builtins on a plain variable; main reads it plainly after the join only.
#include <pthread.h>
#include <stdio.h>

static unsigned long requests;

static void *serve(void *arg) {
  __atomic_fetch_add(&requests, 1, __ATOMIC_RELAXED);
  return arg;
}

int main(void) {
  pthread_t t;
  requests = 10;
  pthread_create(&t, NULL, serve, NULL);
  printf("%lu\n", __atomic_load_n(&requests, __ATOMIC_ACQUIRE));
  pthread_join(t, NULL);
  return requests != 11;
}
