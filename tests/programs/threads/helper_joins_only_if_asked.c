// The helper joins only when its argument says so, and here it does not.
#include <pthread.h>
#include <stdio.h>

static int square = 9;

static void *compute(void *arg) {
  square = square * square; // RACE! square
  return arg;
}

static void wait_for(pthread_t t, int really) {
  if (really) pthread_join(t, NULL);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL);
  wait_for(t, 0);
  printf("%d\n", square); // RACE! square
  wait_for(t, 1);
  return 0;
}
