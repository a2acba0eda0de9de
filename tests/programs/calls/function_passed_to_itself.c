// A function that calls what it is passed, and passes it on, is passed to itself: that has no end.
// VERDICT: unknown: functions that pass functions on
// TSAN: silent: the stack is used up
#include <pthread.h>

typedef void (*function)(void *);

static int count;

static void apply(void *f) { ((function)f)(f); }

static void *work(void *arg) {
  count++;
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (argc > 100) apply((void *)apply);
  return count;
}
