// VERDICT: unknown: that the helper is not called so is not seen
// A helper sets a flag for an argument that nobody calls it with.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int failed;
static long count;

static void step(int n) {
  if (n > 9) failed = 1;
}

static void *work(void *arg) {
  ++count; // FALSE-ALARM count: as above
  return arg;
}

int main(void) {
  long count_of_options = 0;
  read_options(&count_of_options);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  for (int i = 0; i < 3; i++) step(i);
  if (failed) ++count;
  pthread_join(t, NULL);
  return 0;
}
