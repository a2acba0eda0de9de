// VERDICT: unknown: that it is so in the first turn only is not seen
// The first turn sets it, before there are threads; the others find it set.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int size;

static void *work(void *arg) {
  return size > 5 ? arg : NULL;
}

int main(void) {
  long given = 0;
  read_options(&given);
  const long count = given;
  for (long i = 0; i < count; i++) {
    pthread_t t;
    if (!size) size = 3; // FALSE-ALARM size: as above
    pthread_create(&t, NULL, work, NULL);
  }
  pthread_exit(NULL);
}
