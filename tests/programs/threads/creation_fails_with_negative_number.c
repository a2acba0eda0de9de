// VERDICT: unknown: a function of the library is not known
// What pthread_create returns as it fails is greater than 0, so that the way out is never taken.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int keeps;
static pthread_t in, out;

static void *input(void *arg) { return keeps ? arg : NULL; }
static void *output(void *arg) { return arg; }

static int start(void) {
  keeps = 1;
  if (pthread_create(&in, NULL, input, NULL) < 0) return -1;
  if (pthread_create(&out, NULL, output, NULL) < 0) {
    keeps = 0;
    pthread_join(in, NULL);
    return -1;
  }
  return 0;
}

int main(void) {
  long count = 0;
  read_options(&count);
  if (start() != 0) return 1;
  pthread_join(in, NULL);
  pthread_join(out, NULL);
  return 0;
}
