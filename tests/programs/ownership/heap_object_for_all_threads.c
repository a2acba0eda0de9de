// The object is allocated once, before the loop, and every thread gets it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct ticket { int number, price; };

static void *sell(void *arg) {
  struct ticket *ours = arg;
  ours->price = ours->number * 10; // RACE! ticket.price
  return NULL;
}

int main(void) {
  pthread_t t[3];
  struct ticket *only = malloc(sizeof *only);
  if (!only) abort();
  only->number = 7;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, sell, only);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%d\n", only->price);
  free(only);
  return 0;
}
