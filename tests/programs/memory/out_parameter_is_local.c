// A helper stores its result through an out-parameter, and each thread hands it a variable of its own.
#include <pthread.h>
#include <stdio.h>

static void measure(double side, double *out) { *out = side * side; }

static void *measure_room(void *arg) {
  double area;
  measure(3.5, &area);
  printf("room %.1f\n", area);
  return arg;
}

int main(void) {
  pthread_t t;
  double area;
  if (pthread_create(&t, NULL, measure_room, NULL)) return 2;
  measure(4.0, &area);
  printf("hall %.1f\n", area);
  pthread_join(t, NULL);
  return 0;
}
