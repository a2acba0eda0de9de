// Each file has a static function step; only the one called by main's thread counts in its variable.
#include <pthread.h>

int other_step(int n);

static int steps;

static void step(void) { steps++; }

static void *walk(void *arg) {
  step();
  step();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, walk, NULL);
  int n = other_step(3);
  pthread_join(t, NULL);
  return steps != 2 || n != 4;
}
