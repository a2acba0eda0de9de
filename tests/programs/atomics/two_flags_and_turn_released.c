// VERDICT: unknown: executions are sequentially consistent, and have no race
// TSAN: silent: the processor must keep back a store
// Peterson's algorithm is wrong if what one wants may be seen late.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int visits;

static void visit(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_release);
  atomic_store_explicit(&turn, 1 - me, memory_order_release);
  while (atomic_load_explicit(&wants[1 - me], memory_order_acquire) == 1 &&
         atomic_load_explicit(&turn, memory_order_acquire) == 1 - me) {
  }
  visits++;  // RACE! visits
  atomic_store_explicit(&wants[me], 0, memory_order_release);
}

static void *left(void *unused) {
  visit(0);
  return unused;
}

static void *right(void *unused) {
  visit(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return visits;
}
