// An inline function from a header, used in two files, adds to one global.
#include "odometer.h"

#include <pthread.h>

static void *trip(void *arg) {
  drive(120);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, trip, NULL);
  test_drive();
  pthread_join(t, NULL);
  return odometer.km == 0;
}
