// The thread sets the atomic flag that main waits for before it writes the data.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

static atomic_bool done;
static double result;

static void *compute(void *arg) {
  atomic_store_explicit(&done, true, memory_order_release);
  result = 2.5; // RACE! result
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL);
  while (!atomic_load_explicit(&done, memory_order_acquire)) sched_yield();
  printf("%.1f\n", result); // RACE! result
  pthread_join(t, NULL);
  return 0;
}
