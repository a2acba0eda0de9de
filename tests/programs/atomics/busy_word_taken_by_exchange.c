// Whoever finds the word 0 may go on; who does not leaves it at that.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int count;

static void *work(void *arg) {
  if (atomic_exchange(&busy, 1) == 0) {
    count++;
    atomic_store(&busy, 0);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
