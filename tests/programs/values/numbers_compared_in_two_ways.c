// One number is less than another one and so not equal to it, and there are no such short numbers:
// of what is behind such branches it is not known if it ever happens.
// VERDICT: unknown: how two inputs compare, and what a type can hold, is not followed
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

extern short read_level(void);

static int equal, large, negative, high, passed;

static void *work(void *arg) {
  equal = large = negative = high = passed = 1;
  return arg;
}

static void look(int c, int d) {
  if (c == d) passed = 2;  // FALSE-ALARM passed: who calls this has seen that c is less
}

int main(void) {
  pthread_t t;
  long count = 0;
  const int c = rand(), d = rand(), n = rand();
  const short s = (short)rand();
  read_options(&count);
  if (c >= d) return 0;
  pthread_create(&t, NULL, work, NULL);
  if (c == d) equal = 2;            // FALSE-ALARM equal: c is less than d
  if (s > 32767) large = 2;         // FALSE-ALARM large: no short number is
  if ((long)(unsigned)n < 0) negative = 2;  // no number that rand gives is
  if (read_level() > 32767) high = 2;  // FALSE-ALARM high: no short number is
  look(c, d);
  pthread_join(t, NULL);
  return equal + large + negative + high + passed;
}
