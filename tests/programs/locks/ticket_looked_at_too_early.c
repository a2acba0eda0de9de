// The turn is looked at without order before it has come: what the one before did is not seen.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint next, serving;
static long total;

static void *add(void *unused) {
  for (int i = 0; i < 1000; i++) {
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load_explicit(&serving, memory_order_relaxed) != mine) sched_yield();
    total += i;  // RACE! total
    atomic_store(&serving, mine + 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  return 0;
}
