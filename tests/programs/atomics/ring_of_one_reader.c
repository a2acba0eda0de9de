// A ring that one thread fills and one empties; each tells the other how far it is.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kSize = 4, kRounds = 20 };

static int ring[kSize];
static atomic_uint first, end;
static int sum;

static void *fill(void *unused) {
  for (int i = 0; i < kRounds; i++) {
    unsigned at = atomic_load_explicit(&end, memory_order_relaxed);
    while ((at + 1) % kSize == atomic_load_explicit(&first, memory_order_acquire)) {
    }
    ring[at] = i;
    atomic_store_explicit(&end, (at + 1) % kSize, memory_order_release);
  }
  return NULL;
}

static void *empty(void *unused) {
  for (int i = 0; i < kRounds; i++) {
    unsigned at = atomic_load_explicit(&first, memory_order_relaxed);
    while (at == atomic_load_explicit(&end, memory_order_acquire)) {
    }
    sum += ring[at];
    atomic_store_explicit(&first, (at + 1) % kSize, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, empty, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
