// TSAN: silent: the word orders the threads in nearly all schedules
// VERDICT: unknown: who clears the word, and when, is not counted
// The word is cleared on the way out even by who never had it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int count;

static void *work(void *arg) {
  if (atomic_exchange(&busy, 1) == 0) count++; // RACE! count
  atomic_store(&busy, 0);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return count;
}
