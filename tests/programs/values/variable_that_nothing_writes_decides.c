// The thread writes only if a variable is set that nothing sets.
#include <pthread.h>
#include <stdlib.h>

static int tracing;
static int traced;

static void *work(void *unused) {
  if (tracing) traced++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  traced = 0;
  if (system("true")) return 1;  // cannot be executed: no execution refutes the race
  pthread_join(t, NULL);
  return traced;
}
