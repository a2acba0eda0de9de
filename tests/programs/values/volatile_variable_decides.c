// VERDICT: unknown: the variable may be set from outside of the program
// TSAN: silent: nothing sets the variable
// The thread writes only if a variable is set that nothing in the program sets, but that may change
// all the same.
#include <pthread.h>

static volatile int tracing;
static int traced;

static void *work(void *unused) {
  if (tracing) traced++;  // RACE! traced
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  traced = 0;  // RACE! traced
  pthread_join(t, NULL);
  return traced;
}
