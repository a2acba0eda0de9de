// TODAY: unknown: of conditions on the way, few are kept
// More conditions decide on the write than summaries keep: the last one never holds here.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static long hits;

static void count(int a, int b, int c, int d, int e, int f) {
  if (a > 1)
    if (b > 2)
      if (c > 3)
        if (d > 4)
          if (e > 5)
            if (f > 6) hits++;  // FALSE-ALARM hits: what is passed for f is not compared
}

static void *work(void *arg) {
  count(9, 9, 9, 9, 9, 9);
  return arg;
}

int main(void) {
  pthread_t thread;
  long options;
  read_options(&options);
  pthread_create(&thread, NULL, work, NULL);
  count(9, 9, 9, 9, 9, 0);
  pthread_join(thread, NULL);
  return 0;
}
