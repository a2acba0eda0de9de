// TSAN: silent: it does not know atomic functions
// VERDICT: unknown: one that finds 1 and leaves 2 has not claimed the word
// One caller expects the number that means taken.
#include <pthread.h>

static int taken, count;

int __VERIFIER_atomic_swap_if(int *word, int expected, int desired) {
  if (*word == expected) {
    *word = desired;
    return 1;
  }
  return 0;
}

void __VERIFIER_atomic_give_back(void) { taken = 0; }

static void *work(void *arg) {
  while (!__VERIFIER_atomic_swap_if(&taken, 0, 1)) {
  }
  count++; // RACE! count
  __VERIFIER_atomic_give_back();
  return arg;
}

static void *other(void *arg) {
  if (__VERIFIER_atomic_swap_if(&taken, 1, 2)) {
    count++; // RACE! count
    __VERIFIER_atomic_swap_if(&taken, 2, 1);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
