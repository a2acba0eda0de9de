// The thread is joined if it was created: both times the same (indeterminate) value decides.
// TSAN: silent: an indeterminate value need not stay the same in a compiled program
#include <pthread.h>

static int shared;

static void *work(void *arg) {
  shared++;
  return arg;
}

int main(void) {
  pthread_t t;
  int chosen;
  if (chosen) pthread_create(&t, NULL, work, NULL);
  if (chosen) pthread_join(t, NULL);
  shared++;
  return 0;
}
