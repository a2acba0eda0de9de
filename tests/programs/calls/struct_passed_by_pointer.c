// The helper changes the struct of its callers, which it got by pointer.
#include <pthread.h>
#include <stdio.h>

struct size { int width, height; };
static struct size start = {640, 480};

static int doubled_area(struct size *s) {
  s->width += 640; // RACE! start.width
  return s->height;
}

static void *work(void *arg) {
  printf("%d\n", doubled_area(&start));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  printf("%d\n", doubled_area(&start));
  pthread_join(t, NULL);
  return 0;
}
