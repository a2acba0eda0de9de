// TSAN: silent: atomic sections have no bodies
// A thread counts itself before its last step. Nearly all executions end where main assumes that all
// have counted.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, counted, first, second, last;

static void *one(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  first = y;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  counted = counted + 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *other(void *arg) {
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  second = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  counted = counted + 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  last = y;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  int all;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  __VERIFIER_atomic_begin();
  all = counted == 2;
  __VERIFIER_atomic_end();
  if (!all) abort();
  return last == 0 && first == 0 && second == 1;  // RACE! last
}
