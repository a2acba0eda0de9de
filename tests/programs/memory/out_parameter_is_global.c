// A helper stores its result through an out-parameter, and both threads hand it the same global.
#include <pthread.h>

static double area;

static void measure(double side, double *out) {
  *out = side * side; // RACE! area
}

static void *measure_room(void *arg) {
  measure(3.5, &area);
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, measure_room, NULL)) return 2;
  measure(4.0, &area);
  pthread_join(t, NULL);
  return area < 0;
}
