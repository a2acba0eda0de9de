// The increment binds to the pointer, which is local; the target is only read.
#include <pthread.h>
#include <stdio.h>

static int heights[4] = {3, 1, 4, 1};

static void *sum(void *arg) {
  int *p = heights, s = 0;
  s += *p++;
  s += *++p;
  printf("%d\n", s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sum, NULL);
  pthread_create(&b, NULL, sum, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
