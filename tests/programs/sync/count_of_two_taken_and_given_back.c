// TSAN: silent: it does not know atomic functions
// A count that starts at 2 lets two threads in.
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int units = 2, count;

void __VERIFIER_atomic_wait(int *u) {
  __VERIFIER_assume(*u > 0);
  *u = *u - 1;
}

void __VERIFIER_atomic_post(int *u) { *u = *u + 1; }

static void *work(void *arg) {
  __VERIFIER_atomic_wait(&units);
  count++; // RACE! count
  __VERIFIER_atomic_post(&units);
  return arg;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
  }
}
