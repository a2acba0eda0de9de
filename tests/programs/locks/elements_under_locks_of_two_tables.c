// One of two elements is guarded by its lock in one table, the other by its lock in another table.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 3

static pthread_mutex_t from_locks[SLOTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                            PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t to_locks[SLOTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER};
static int slots[SLOTS];

static void *mover(void *arg) {
  unsigned seed = (unsigned)(unsigned long)arg;
  for (int n = 0; n < 1000; n++) {
    int from = rand_r(&seed) % SLOTS;
    int to = rand_r(&seed) % SLOTS;
    pthread_mutex_lock(&from_locks[from]);
    pthread_mutex_lock(&to_locks[to]);
    slots[from]--; // RACE! slots[]
    slots[to]++; // RACE! slots[]
    pthread_mutex_unlock(&to_locks[to]);
    pthread_mutex_unlock(&from_locks[from]);
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
