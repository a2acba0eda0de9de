// Without waiting: who sees the flag set comes after, who does not leaves the data alone.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool ready;
static int data;

static int is_ready(void) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) return 1;
  return 0;
}

static void *produce(void *arg) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, produce, NULL);
  if (is_ready()) got = data;
  pthread_join(t, NULL);
  return got;
}
