// TSAN: silent: the word orders the threads in nearly all schedules
// VERDICT: unknown: the order of test and store is not followed
// Testing and setting are two steps: two threads may both find the word 0.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int count;

static void *work(void *arg) {
  while (atomic_load(&busy)) {
  }
  atomic_store(&busy, 1);
  count++; // RACE! count
  atomic_store(&busy, 0);
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
