// Peterson's algorithm with releases and acquires: each may read the other's flag before its own is
// seen.
// TODAY: unknown: executions are sequentially consistent, and none shows it
// TSAN: silent: needs a store that is delayed beyond a later load
#include <pthread.h>

static int wants[2], turn, total;

static void enter(int me) {
  __atomic_store_n(&wants[me], 1, __ATOMIC_RELEASE);
  __atomic_store_n(&turn, 1 - me, __ATOMIC_RELEASE);
  while (__atomic_load_n(&wants[1 - me], __ATOMIC_ACQUIRE) &&
         __atomic_load_n(&turn, __ATOMIC_ACQUIRE) == 1 - me) {
  }
}

static void *first(void *unused) {
  enter(0);
  total++; // RACE! total
  __atomic_store_n(&wants[0], 0, __ATOMIC_RELEASE);
  return unused;
}

static void *second(void *unused) {
  enter(1);
  total++; // RACE! total
  __atomic_store_n(&wants[1], 0, __ATOMIC_RELEASE);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total;
}
