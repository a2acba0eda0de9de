// An inline function from a header adds to a static variable, of which every file has its own.
#include "odometer.h"

#include <pthread.h>

static void *trip(void *arg) {
  drive(120);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, trip, NULL);
  unsigned tested = test_drive();
  pthread_join(t, NULL);
  return tested != 5 || km_driven != 120;
}
