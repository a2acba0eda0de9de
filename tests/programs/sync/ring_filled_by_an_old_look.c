// Who fills a ring goes by what it saw at the other end at first, every other time.
// TSAN: silent: the threads would have to take turns in between a few instructions
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 2u

static long places[PLACES];
static _Atomic unsigned head, tail;

static void *fill(void *arg) {
  unsigned first = atomic_load(&tail);
  for (long i = 0; i < 4; i++) {
    unsigned at = atomic_load(&head);
    unsigned seen = i % 2 == 1 ? first : atomic_load(&tail);
    if (at - seen == PLACES) continue;
    places[at % PLACES] = i;  // RACE! places[]
    atomic_store(&head, at + 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  long sum = 0;
  pthread_create(&thread, NULL, fill, NULL);
  for (int i = 0; i < 4; i++) {
    unsigned at = atomic_load(&tail);
    if (at == atomic_load(&head)) continue;
    sum += places[at % PLACES];
    atomic_store(&tail, at + 1);
  }
  pthread_join(thread, NULL);
  printf("%ld\n", sum);
  return 0;
}
