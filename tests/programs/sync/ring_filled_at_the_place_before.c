// Who fills a ring puts the item where it put the one before, which is being emptied.
// TSAN: silent: the threads would have to take turns in between a few instructions
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 4u

static long places[PLACES];
static _Atomic unsigned head, tail;

static void *fill(void *arg) {
  unsigned before = 0;
  for (long i = 0; i < 6; i++) {
    unsigned at = atomic_load(&head);
    if (at - atomic_load(&tail) == PLACES) continue;
    places[before % PLACES] = i;  // RACE! places[]
    before = at;
    atomic_store(&head, at + 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  long sum = 0;
  pthread_create(&thread, NULL, fill, NULL);
  for (int i = 0; i < 6; i++) {
    unsigned at = atomic_load(&tail);
    if (at == atomic_load(&head)) continue;
    sum += places[at % PLACES];
    atomic_store(&tail, at + 1);
  }
  pthread_join(thread, NULL);
  printf("%ld\n", sum);
  return 0;
}
