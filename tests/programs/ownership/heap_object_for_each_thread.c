// A loop allocates a fresh object for every thread it creates.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct ticket { int number, price; };

static void *sell(void *arg) {
  struct ticket *mine = arg;
  mine->price = mine->number * 10;
  printf("%d\n", mine->price);
  free(mine);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
    struct ticket *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->number = i;
    pthread_create(&t[i], NULL, sell, fresh);
  }
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
