// VERDICT: unknown: whether the other thread gives it back in between is not followed
// TSAN: silent: mostly it is given back too early
// A thread takes its own spin lock again, which another one gives back: what comes after that is
// reached.
#include <pthread.h>
#include <stdlib.h>

static int word;
static int count;

static void take(void) {
  while (__sync_lock_test_and_set(&word, 1)) {
  }
}

static void *stuck(void *arg) {
  take();
  take();
  count++;  // RACE! count
  return arg;
}

static void *reader(void *arg) {
  __sync_lock_release(&word);
  return count ? arg : NULL;  // RACE! count
}

int main(void) {
  pthread_t a, b;
  if (system("true") != 0) return 1;  // executions end here
  pthread_create(&a, NULL, stuck, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(b, NULL);
  return 0;
}
