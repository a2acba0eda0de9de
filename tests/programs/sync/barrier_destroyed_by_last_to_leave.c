// VERDICT: unknown: who is told to be the last one may not be
// TSAN: silent: the race is on the barrier itself
// The other thread may still be on its way out of the barrier.
#include <pthread.h>

static pthread_barrier_t gate;

static void *pass(void *arg) {
  if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&gate);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&gate, NULL, 2);
  pthread_create(&t, NULL, pass, NULL);
  pass(NULL);
  pthread_join(t, NULL);
  return 0;
}
