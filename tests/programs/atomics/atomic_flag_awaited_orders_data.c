// VERDICT: unknown: waiting for the atomic flag orders the accesses
// Main reads the data after it has seen the atomic flag that the thread sets at the end.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool done;
static double result;

static void *compute(void *arg) {
  result = 2.5;
  atomic_store_explicit(&done, true, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL);
  while (!atomic_load_explicit(&done, memory_order_acquire)) sched_yield();
  int wrong = result < 2.0;
  pthread_join(t, NULL);
  return wrong;
}
