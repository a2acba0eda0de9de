// One side adds with an atomic builtin, the other reads plainly.
#include <pthread.h>
#include <stdio.h>

static unsigned long requests;

static void *serve(void *arg) {
  __atomic_fetch_add(&requests, 1, __ATOMIC_RELAXED); // RACE! requests
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, serve, NULL);
  printf("%lu\n", requests); // RACE! requests
  pthread_join(t, NULL);
  return 0;
}
