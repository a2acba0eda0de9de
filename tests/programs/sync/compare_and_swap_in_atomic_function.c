// TSAN: silent: it does not know atomic functions
// Compare and swap as an atomic function, of the caller's numbers; one with a result, one without.
#include <pthread.h>

static int taken, count;

int __VERIFIER_atomic_swap_if(int *word, int expected, int desired) {
  if (*word == expected) {
    *word = desired;
    return 1;
  }
  return 0;
}

void __VERIFIER_atomic_try_swap(int *word, int expected, int desired, int *done) {
  if (*word == expected) {
    *word = desired;
    *done = 1;
  } else {
    *done = 0;
  }
}

void __VERIFIER_atomic_give_back(void) { taken = 0; }

static void *work(void *arg) {
  while (!__VERIFIER_atomic_swap_if(&taken, 0, 1)) {
  }
  count++;
  __VERIFIER_atomic_give_back();
  return arg;
}

static void *other(void *arg) {
  int done;
  do {
    __VERIFIER_atomic_try_swap(&taken, 0, 2, &done);
  } while (!done);
  count++;
  __VERIFIER_atomic_give_back();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
