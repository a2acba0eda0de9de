// A negative number is a large one if it is asked as an unsigned number, and one of more bytes may be
// negative in fewer.
// TODAY: unknown: no execution goes on behind the call of a function that is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

static int below, cut;

static void *count(void *arg) {
  below++;  // RACE! below
  cut++;    // RACE! cut
  return arg;
}

int main(int argc, char **argv) {
  long options[2] = {0, 0};
  pthread_t t;
  const int n = argc > 1 ? atoi(argv[1]) : -1;
  const long l = argc > 2 ? atol(argv[2]) : 0x80000001l;
  read_options(options);
  pthread_create(&t, NULL, count, NULL);
  if ((unsigned)n > 7 && n < 0) below++;  // RACE! below
  if (l > 10 && (int)l <= 0) cut++;       // RACE! cut
  pthread_join(t, NULL);
  return below + cut;
}
