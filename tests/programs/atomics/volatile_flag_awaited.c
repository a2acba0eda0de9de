// Waiting for a volatile flag is a race on the flag itself.
#include <pthread.h>
#include <sched.h>

static volatile int ready;

static void *prepare(void *arg) {
  ready = 1; // RACE! ready
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, prepare, NULL);
  while (!ready) sched_yield(); // RACE! ready
  pthread_join(t, NULL);
  return 0;
}
