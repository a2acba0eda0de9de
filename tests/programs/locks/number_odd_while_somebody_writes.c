// Who makes an even number odd is alone until it makes it even again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int written, last[2];

static unsigned begin(void) {
  for (;;) {
    unsigned seen = atomic_load(&sequence) & ~1u;
    if (atomic_compare_exchange_strong(&sequence, &seen, seen + 1)) return seen;
  }
}

static unsigned begin_if_even(void) {
  unsigned seen;
  do {
    seen = atomic_load(&sequence);
  } while (seen % 2 != 0 || !atomic_compare_exchange_weak(&sequence, &seen, seen | 1));
  return seen;
}

static void *write_now(void *of) {
  for (int i = 0; i < 100; ++i) {
    const unsigned seen = of ? begin() : begin_if_even();
    last[written++ % 2] = i;
    atomic_store(&sequence, seen + 2);
  }
  return of;
}

int main(void) {
  pthread_t threads[4];
  int which = 0;
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, write_now, i % 2 ? &which : NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return written != 400;
}
