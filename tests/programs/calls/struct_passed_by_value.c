// The helper changes its own copy of the struct, which it got by value.
#include <pthread.h>
#include <stdio.h>

struct size { int width, height; };
static const struct size start = {640, 480};

static int doubled_area(struct size s) {
  s.width *= 2;
  return s.width * s.height;
}

static void *work(void *arg) {
  printf("%d\n", doubled_area(start));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("%d\n", doubled_area(start));
  pthread_join(t, NULL);
  return 0;
}
