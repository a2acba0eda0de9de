// VERDICT: unknown: the other thread may still be about to leave the barrier
// TSAN: silent: it takes the end of a barrier for a write that races with waiting there
#include <pthread.h>

static pthread_barrier_t gate;

static void *walker(void *unused) {
  if (pthread_barrier_wait(&gate) != 0) pthread_barrier_destroy(&gate);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&gate, NULL, 2);
  pthread_create(&a, NULL, walker, NULL);
  pthread_create(&b, NULL, walker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
