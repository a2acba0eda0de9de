// VERDICT: unknown: that both can be there at once is not certain
// The lock is given back too early.
#include <pthread.h>

static int word;
static long count;

static void *work(void *arg) {
  while (__sync_lock_test_and_set(&word, 1)) {
  }
  __sync_lock_release(&word);
  count++; // RACE! count
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return (int)count;
}
