// VERDICT: unknown: relates the index of a lock to the index of a slot in another array
// Slot i is only touched under lock i.
#include <pthread.h>
#include <stdio.h>

#define SLOTS 4
static pthread_mutex_t locks[SLOTS];
static int slots[SLOTS];

static void *sweep(void *arg) {
  for (int i = 0; i < SLOTS; i++) {
    pthread_mutex_lock(&locks[i]);
    slots[i] += 1;
    pthread_mutex_unlock(&locks[i]);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < SLOTS; i++) pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, sweep, NULL);
  pthread_create(&b, NULL, sweep, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", slots[0], slots[SLOTS - 1]);
  return 0;
}
