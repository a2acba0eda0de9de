// Under the lock of one slot, that slot and the next one are changed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 3

static pthread_mutex_t locks[SLOTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int slots[SLOTS + 1];

static void *mover(void *arg) {
  unsigned seed = (unsigned)(unsigned long)arg;
  for (int n = 0; n < 1000; n++) {
    int from = rand_r(&seed) % SLOTS;
    pthread_mutex_lock(&locks[from]);
    slots[from]--; // RACE! slots[]
    slots[from + 1]++; // RACE! slots[]
    pthread_mutex_unlock(&locks[from]);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mover, (void *)1);
  pthread_create(&b, NULL, mover, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", slots[0]);
  return 0;
}
