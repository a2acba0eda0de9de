// VERDICT: unknown: that who finds it unset is alone is likely only
// The first turn sets it up in a callee, before there are threads; who calls it later finds it set.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int is_set_up;

static void set_up(void) {
  if (is_set_up) return;
  is_set_up = 1;
}

static void *work(void *arg) {
  set_up();
  return arg;
}

int main(void) {
  long given = 0;
  read_options(&given);
  const long count = given;
  for (long i = 0; i < count; i++) {
    pthread_t t;
    set_up();
    pthread_create(&t, NULL, work, NULL);
  }
  pthread_exit(NULL);
}
