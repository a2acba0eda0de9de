// VERDICT: unknown: what a recursion is called with is not known
// Nobody calls the function with a negative number, and it does not call itself with one.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static long errors;

static int fib(int n) {
  if (n < 0) ++errors; // FALSE-ALARM errors: as above
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void *work(void *arg) { return fib(5) == 5 ? arg : NULL; }

int main(void) {
  long count_of_options = 0;
  read_options(&count_of_options);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
