// TSAN: silent: the word orders the threads in nearly all schedules
// VERDICT: unknown: who finds 0 may have claimed nothing
// One of the callers of the same wrapper puts 0 where it found 0.
#include <pthread.h>

static unsigned taken;
static int count;

static unsigned compare_and_exchange(unsigned *word, unsigned expected, unsigned desired) {
  unsigned found = expected;
  __atomic_compare_exchange_n(word, &found, desired, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
  return found;
}

static void *work(void *arg) {
  while (compare_and_exchange(&taken, 0, arg == NULL) != 0) {
  }
  count++; // RACE! count
  __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, &count);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
