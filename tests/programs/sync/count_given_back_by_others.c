// TSAN: silent: it does not know atomic functions
// A count that starts at 1, but that is also added to by a thread that took nothing.
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int units = 1, count;

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

static void *add(void *arg) {
  __VERIFIER_atomic_post(&units);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return count;
}
