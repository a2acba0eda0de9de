// Three threads use slots picked by a random number, but there are only two slots.
#include <pthread.h>
#include <stdlib.h>

static int slots[2];

static void *use(void *arg) {
  int *slot = arg;
  *slot += 1; // RACE! slots[]
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, &slots[rand() % 2]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return slots[0] + slots[1] == 0;
}
