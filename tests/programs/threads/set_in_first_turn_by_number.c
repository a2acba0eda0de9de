// VERDICT: unknown: that it is so in the first turn only is not seen
// A callee sets it for the number of the first turn, before there are threads.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int size;

static void set_up(long turn) {
  if (turn < 1) size = 3; // FALSE-ALARM size: as above
}

static void *work(void *arg) { return size > 5 ? arg : NULL; }

int main(void) {
  long given = 0;
  read_options(&given);
  const long count = given;
  for (long i = 0; i < count; i++) {
    pthread_t t;
    set_up(i);
    pthread_create(&t, NULL, work, NULL);
  }
  pthread_exit(NULL);
}
