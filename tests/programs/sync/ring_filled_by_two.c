// Two threads fill a ring that is made for one at each end: both may use one place.
// TSAN: silent: the threads would have to take turns in between a few instructions
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 4u

static long places[PLACES];
static _Atomic unsigned head, tail;

static int push(long value) {
  unsigned at = atomic_load(&head);
  if (at - atomic_load(&tail) == PLACES) return 0;
  places[at % PLACES] = value;  // RACE! places[]
  atomic_store(&head, at + 1);
  return 1;
}

static int pop(long *value) {
  unsigned at = atomic_load(&tail);
  if (at == atomic_load(&head)) return 0;
  *value = places[at % PLACES];
  atomic_store(&tail, at + 1);
  return 1;
}

static void *fill(void *arg) {
  for (long i = 0; i < 3; i++) push(i);
  return arg;
}

int main(void) {
  pthread_t a, b;
  long value, sum = 0;
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, fill, NULL);
  for (int i = 0; i < 10; i++)
    if (pop(&value)) sum += value;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld\n", sum);
  return 0;
}
