// The new value is computed from a loaded one and stored by compare-exchange, again if another came first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int highest;

static void offer(int bid) {
  int seen = atomic_load(&highest);
  while (bid > seen && !atomic_compare_exchange_weak(&highest, &seen, bid)) continue;
}

static void *bidder(void *arg) {
  offer(*(int *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int low = 10, high = 30;
  pthread_create(&a, NULL, bidder, &low);
  pthread_create(&b, NULL, bidder, &high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return highest != 30;
}
