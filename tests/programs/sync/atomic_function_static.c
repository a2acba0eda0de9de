// TSAN: silent: it does not know atomic functions
// A function that verifiers run in one step is one whether it is static or not.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int taken, count;

static int __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(taken == 0);
  taken = 1;
  return 0;
}

static void give(void) {
  __VERIFIER_atomic_begin();
  taken = 0;
  __VERIFIER_atomic_end();
}

static void *work(void *arg) {
  if (__VERIFIER_atomic_take()) return arg;
  count++;
  give();
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
