// A compare-and-exchange learns what was done before the number it finds was stored.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int result;

static void *compute(void *unused) {
  result = 1;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return unused;
}

static void *use(void *unused) {
  int found = 5;
  while (!atomic_compare_exchange_strong_explicit(&stage, &found, 6, memory_order_seq_cst,
                                                  memory_order_seq_cst) &&
         found != 1) {
    found = 5;
  }
  if (found == 1) result = 2;
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
