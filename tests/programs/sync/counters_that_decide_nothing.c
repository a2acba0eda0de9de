// Relaxed counters beside a protocol of one's own: what is only printed keeps nobody from anything,
// in whatever order it is seen.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int users;
static atomic_ulong tries, hits;
static long slot;

static void *work(void *arg) {
  for (int i = 0; i < 2000; i++) {
    atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
    if (atomic_fetch_add(&users, 1) == 0) {
      slot += i;
      atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    }
    atomic_fetch_sub(&users, 1);
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%ld %lu %lu\n", slot, atomic_load(&tries), atomic_load(&hits));
  return 0;
}
