// A compare-and-exchange that fails finds the number, and its order for that case is relaxed.
// TODAY: unknown: reached depending on what another thread published
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int result;

static void *compute(void *unused) {
  result = 1; // RACE! result
  atomic_store_explicit(&stage, 1, memory_order_release);
  return unused;
}

static void *use(void *unused) {
  int found = 5;
  while (!atomic_compare_exchange_strong_explicit(&stage, &found, 6, memory_order_acquire,
                                                  memory_order_relaxed) &&
         found != 1) {
    found = 5;
  }
  if (found == 1) result = 2; // RACE! result
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, compute, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return result;
}
