// VERDICT: unknown: what a recursion is called with is not known
// A recursion starts a thread for a negative number, which it is never called with.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static long errors;

static void *complain(void *arg) {
  ++errors; // FALSE-ALARM errors: as above
  return arg;
}

static int fib(int n) {
  pthread_t t;
  if (n < 0) pthread_create(&t, NULL, complain, NULL);
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
  long count = 0;
  read_options(&count);
  fib(5);
  ++errors;
  return 0;
}
