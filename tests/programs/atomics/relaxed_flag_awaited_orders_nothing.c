// Operations of relaxed order on the flag do not order the accesses of the data.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stage;
static double result;

static void *compute(void *arg) {
  result = 2.5; // RACE! result
  atomic_store_explicit(&stage, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL);
  while (atomic_load_explicit(&stage, memory_order_relaxed) == 0) sched_yield();
  printf("%.1f\n", result); // RACE! result
  pthread_join(t, NULL);
  return 0;
}
