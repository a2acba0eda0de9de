// VERDICT: unknown: how the processor orders the two is not looked at
// A relaxed flag publishes nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *produce(void *arg) {
  data = 42; // RACE! data
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
  }
  int got = data; // RACE! data
  pthread_join(t, NULL);
  return got;
}
