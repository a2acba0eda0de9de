// The pointer stands for a copy of the global, so the global itself is only read.
#include <pthread.h>
#include <stdio.h>

static int total = 3;

static void *add(void *arg) {
  int copy = total;
  int *where = &copy;
  *where += 5;
  printf("%d\n", copy);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  printf("%d\n", total);
  pthread_join(t, NULL);
  return 0;
}
