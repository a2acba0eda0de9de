// Each thread stores a random number, which main drew for it, in a slot of its own.
#include <pthread.h>
#include <stdlib.h>

struct draw { int number, rounded; };

static void *use(void *arg) {
  struct draw *d = arg;
  d->rounded = d->number - d->number % 10;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  struct draw draws[3];
  for (int i = 0; i < 3; i++) {
    draws[i].number = rand() % 100;
    pthread_create(&t[i], NULL, use, &draws[i]);
  }
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return draws[0].rounded % 10;
}
