// The only write stands in a branch that a constant switches off.
#include <pthread.h>
#include <stdio.h>

enum { TRACING = 0 };
static int traced;

static void *work(void *arg) {
  if (TRACING) traced++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("%d\n", traced);
  pthread_join(t, NULL);
  return 0;
}
