// VERDICT: unknown: assembly is not understood
// A spin lock of one's own making.
// TSAN: silent: it does not see what assembly orders
#include <pthread.h>

static int word, hits;

static void enter(void) {
  int taken;
  do {
    __asm__ volatile("lock; btsl $0, %1\n\tsbbl %0, %0" : "=r"(taken), "+m"(word)::"memory");
  } while (taken);
}

static void leave(void) { __atomic_store_n(&word, 0, __ATOMIC_RELEASE); }

static void *work(void *arg) {
  enter();
  hits++; // FALSE-ALARM hits: assembly is not understood
  leave();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
