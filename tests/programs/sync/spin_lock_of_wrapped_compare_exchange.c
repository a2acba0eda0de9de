// A lock of wrapped operations: what is expected and what is written are the caller's.
#include <pthread.h>

static unsigned taken;
static int count;

static unsigned compare_and_exchange(unsigned *word, unsigned expected, unsigned desired) {
  unsigned found = expected;
  __atomic_compare_exchange_n(word, &found, desired, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
  return found;
}

static void write_release(unsigned *word, unsigned value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static void *work(void *arg) {
  while (compare_and_exchange(&taken, 0, 1) != 0) {
  }
  count++;
  write_release(&taken, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
