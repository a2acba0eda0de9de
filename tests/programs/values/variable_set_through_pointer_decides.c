// The thread writes only if a variable is set, which main does through a pointer.
#include <pthread.h>

static int tracing;
static int traced;

static void set(int *option) { *option = 1; }

static void *work(void *unused) {
  if (tracing) traced++;  // RACE! traced
  return unused;
}

int main(void) {
  pthread_t t;
  set(&tracing);
  pthread_create(&t, NULL, work, NULL);
  traced = 0;  // RACE! traced
  pthread_join(t, NULL);
  return traced;
}
