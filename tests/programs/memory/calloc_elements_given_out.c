// Each thread gets one element of an array on the heap.
#include <pthread.h>
#include <stdlib.h>

static void *tick(void *arg) {
  unsigned *slot = arg;
  *slot += 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  unsigned *slots = calloc(2, sizeof *slots);
  if (!slots) return 1;
  pthread_create(&a, NULL, tick, &slots[0]);
  pthread_create(&b, NULL, tick, &slots[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int wrong = slots[0] + slots[1] != 2;
  free(slots);
  return wrong;
}
