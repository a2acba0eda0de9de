// Who finds an even number goes on to the next even one: others find that as well.
// TSAN: silent: two threads have to be at work at one moment
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int written;

static unsigned begin(void) {
  for (;;) {
    unsigned seen = atomic_load(&sequence) & ~1u;
    if (atomic_compare_exchange_strong(&sequence, &seen, seen + 2)) return seen;
  }
}

static void *write_now(void *unused) {
  for (int i = 0; i < 3; ++i) {
    const unsigned seen = begin();
    written++;  // RACE! written
    atomic_store(&sequence, seen + 2);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_now, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return written > 6;
}
