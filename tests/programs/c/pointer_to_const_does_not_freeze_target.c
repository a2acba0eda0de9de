// The pointer to const only forbids writing through it; main writes the target by name.
#include <pthread.h>
#include <stdio.h>

static int price = 30;
static const int *const view = &price;

static void *show(void *arg) {
  printf("%d\n", *view); // RACE! price
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  price = 40; // RACE! price
  pthread_join(t, NULL);
  return 0;
}
