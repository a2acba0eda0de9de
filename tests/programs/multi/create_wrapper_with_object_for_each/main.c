// Two threads started through the wrapper of another file get separate objects.
#include "launch.h"

struct tank { int litres; };

static void *fill(void *object) {
  struct tank *tank = object;
  tank->litres += 10;
  return object;
}

int main(void) {
  struct tank left = {0}, right = {5};
  pthread_t a = launch(fill, &left);
  pthread_t b = launch(fill, &right);
  finish(a);
  finish(b);
  return left.litres + right.litres != 25;
}
