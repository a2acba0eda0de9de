// Each file has a static function step; both threads end up in the one of the other file.
#include <pthread.h>

int other_step(int n);

static int step(int n) { return other_step(n); }

static void *walk(void *arg) {
  step(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, walk, NULL);
  int n = step(3);
  pthread_join(t, NULL);
  return n == 0;
}
