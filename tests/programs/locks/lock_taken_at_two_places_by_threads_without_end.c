// TSAN: silent: threads are created without end
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int lock, visits;

void __VERIFIER_atomic_take(int *word, int *old) {
  *old = *word;
  *word = 1;
}

static void *visitor(void *unused) {
  int was_taken;
  __VERIFIER_atomic_take(&lock, &was_taken);
  while (was_taken) __VERIFIER_atomic_take(&lock, &was_taken);
  visits++;
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, visitor, 0);
}
