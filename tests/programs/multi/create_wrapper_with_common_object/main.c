// Two threads started through the wrapper of another file get the same object.
#include "launch.h"

struct tank { int litres; };

static void *fill(void *object) {
  struct tank *tank = object;
  tank->litres += 10; // RACE! tank.litres
  return object;
}

int main(void) {
  struct tank tank = {0};
  pthread_t a = launch(fill, &tank);
  pthread_t b = launch(fill, &tank);
  finish(a);
  finish(b);
  return tank.litres == 0;
}
