// The wrappers are asked for the weakest order, which publishes nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef enum { RELAXED, ACQUIRE, RELEASE, STRONGEST } order_t;
static const memory_order orders[] = {memory_order_relaxed, memory_order_acquire,
                                      memory_order_release, memory_order_seq_cst};

static atomic_int ready;
static int data;

static int look(atomic_int *word, order_t order) {
  return atomic_load_explicit(word, orders[order]);
}

static void put(atomic_int *word, int value, order_t order) {
  atomic_store_explicit(word, value, orders[order]);
}

static void *produce(void *arg) {
  data = 42;
  put(&ready, 1, RELEASE);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  while (!look(&ready, RELAXED)) {
  }
  const int found = data; // RACE! data
  pthread_join(thread, NULL);
  return found;
}
