// A thread takes its own spin lock again, by way of a wrapper, and never goes on: what comes after
// that is not reached.
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
  count++;
  return arg;
}

static void *reader(void *arg) { return count ? arg : NULL; }

int main(void) {
  pthread_t a, b;
  if (system("true") != 0) return 1;  // executions end here
  pthread_create(&a, NULL, stuck, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(b, NULL);
  return 0;
}
