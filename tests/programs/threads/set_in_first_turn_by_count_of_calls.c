// VERDICT: unknown: that it is so in the first turn only is not seen
// A callee sets it when it is called for the first time, as a count says, before there are threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int size;
static atomic_int calls;

static void set_up(void) {
  if (atomic_fetch_add(&calls, 1) > 0) return;
  size = 3; // FALSE-ALARM size: as above
}

static void *work(void *arg) { return size > 5 ? arg : NULL; }

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
