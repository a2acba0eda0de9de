// A local of main is lent to the thread, and main reads it before the join.
#include <pthread.h>
#include <stdio.h>

static void *halve(void *arg) {
  int *p = arg;
  *p /= 2; // RACE! amount
  return NULL;
}

int main(void) {
  pthread_t t;
  int amount = 50;
  pthread_create(&t, NULL, halve, &amount);
  printf("%d\n", amount); // RACE! amount
  pthread_join(t, NULL);
  return 0;
}
