// A constant table is read by all threads, also through a pointer that walks over it.
#include <pthread.h>
#include <stdio.h>

static const short prices[] = {30, 40, 55, 0};

static void *show(void *arg) {
  int sum = 0;
  for (const short *p = prices; *p; p++) sum += *p;
  printf("%d\n", sum);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  show(NULL);
  pthread_join(t, NULL);
  return 0;
}
