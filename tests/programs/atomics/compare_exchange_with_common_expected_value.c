// The value to compare with is itself a common variable, which a failed compare-exchange writes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int highest = 1;
static int seen;

static void *bidder(void *arg) {
  int bid = *(int *)arg;
  atomic_compare_exchange_strong(&highest, &seen, bid); // RACE! seen
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int low = 10, high = 30;
  pthread_create(&a, NULL, bidder, &low);
  pthread_create(&b, NULL, bidder, &high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen == 0;
}
