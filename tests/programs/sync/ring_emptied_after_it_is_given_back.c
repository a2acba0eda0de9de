// Who empties a ring gives the place back before it takes the item.
// TSAN: silent: the threads would have to take turns in between a few instructions
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 4u

static long places[PLACES];
static _Atomic unsigned head, tail;

static int push(long value) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at - atomic_load_explicit(&tail, memory_order_acquire) == PLACES) return 0;
  places[at % PLACES] = value;  // RACE! places[]
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return 1;
}

static int pop(long *value) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at == atomic_load_explicit(&head, memory_order_acquire)) return 0;
  atomic_store_explicit(&tail, at + 1, memory_order_release);
  *value = places[at % PLACES];
  return 1;
}

static void *fill(void *arg) {
  for (long i = 0; i < 6; i++) push(i);
  return arg;
}

int main(void) {
  pthread_t thread;
  long value, sum = 0;
  pthread_create(&thread, NULL, fill, NULL);
  for (int i = 0; i < 6; i++)
    if (pop(&value)) sum += value;
  pthread_join(thread, NULL);
  printf("%ld\n", sum);
  return 0;
}
