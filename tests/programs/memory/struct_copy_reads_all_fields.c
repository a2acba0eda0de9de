// Copying the struct reads also the field that the other thread is changing.
#include <pthread.h>
#include <stdio.h>

struct point { int x, y; };
static struct point here = {1, 2};

static void *move(void *arg) {
  here.x += 4; // RACE! here.x
  return arg;
}

int main(void) {
  pthread_t t;
  struct point copy;
  pthread_create(&t, NULL, move, NULL);
  copy = here; // RACE! here.x
  printf("%d %d\n", copy.x, copy.y);
  pthread_join(t, NULL);
  return 0;
}
