// The counter is read and changed by atomic operations with explicit orders only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_ulong requests = 0;

static void *serve(void *arg) {
  atomic_fetch_add_explicit(&requests, 1, memory_order_relaxed);
  atomic_fetch_sub_explicit(&requests, 3, memory_order_acq_rel);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, serve, NULL);
  printf("%lu\n", atomic_load_explicit(&requests, memory_order_relaxed));
  atomic_store_explicit(&requests, 0, memory_order_release);
  pthread_join(t, NULL);
  return 0;
}
