// TSAN: silent: it does not know atomic functions
// Taking and giving back a lock are functions that verifiers run in one step.
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int taken, count;

void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(taken == 0);
  taken = 1;
}

void __VERIFIER_atomic_give(void) {
  __VERIFIER_assume(taken == 1);
  taken = 0;
}

static void *work(void *arg) {
  __VERIFIER_atomic_take();
  count++;
  __VERIFIER_atomic_give();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
