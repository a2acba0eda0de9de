// The increment applies to the target of the local pointer.
#include <pthread.h>
#include <stdio.h>

static int heights[4] = {3, 1, 4, 1};

static void *sum(void *arg) {
  int *p = heights + 2, s = 0;
  s += (*p)++; // RACE! heights[]
  s += p[-1];
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
