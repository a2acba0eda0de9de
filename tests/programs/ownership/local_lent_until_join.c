// A local of main is lent to the thread and used by main only around its life.
#include <pthread.h>
#include <stdio.h>

static void *halve(void *arg) {
  int *p = arg;
  *p /= 2;
  return NULL;
}

int main(void) {
  pthread_t t;
  int amount = 50;
  pthread_create(&t, NULL, halve, &amount);
  pthread_join(t, NULL);
  amount++;
  printf("%d\n", amount);
  return 0;
}
