// The lock excludes, but who takes it does not learn what was done under it before.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static int count;

static void *work(void *arg) {
  while (atomic_exchange_explicit(&word, 1, memory_order_relaxed)) {
  }
  count++; // RACE! count
  atomic_store_explicit(&word, 0, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
