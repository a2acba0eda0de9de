// A char that is 127 is -128 after one step: both threads write.
#include <pthread.h>

static int number;

static void *step(void *arg) {
  signed char c = 127;
  c++;
  if (c < 0) number++; // RACE! number
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, step, NULL);
  step(NULL);
  pthread_join(t, NULL);
  return 0;
}
