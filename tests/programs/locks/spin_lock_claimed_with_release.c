// Who claims a word in an operation that releases only need not see what the last holder did.
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy, taken;
static long total, sum;
static double scale = 0.5;

static void *work(void *arg) {
  int expected = 0;
  if (scale > 1.0) return NULL;  // of floating-point numbers no execution tells
  while (!atomic_compare_exchange_strong_explicit(&busy, &expected, 1, memory_order_release,
                                                  memory_order_relaxed)) {
    expected = 0;
  }
  total++;  // RACE! total
  atomic_store_explicit(&busy, 0, memory_order_release);
  while (atomic_exchange_explicit(&taken, 1, memory_order_release) != 0) {
  }
  sum++;  // RACE! sum
  atomic_store_explicit(&taken, 0, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return (int)(total + sum);
}
