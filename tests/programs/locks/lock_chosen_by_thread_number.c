// Each thread locks the mutex of its own number while it touches every slot.
#include <pthread.h>
#include <stdio.h>

#define SLOTS 2
static pthread_mutex_t locks[SLOTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int slots[SLOTS];
static int numbers[2] = {0, 1};

static void *sweep(void *arg) {
  int mine = *(int *)arg;
  for (int i = 0; i < SLOTS; i++) {
    pthread_mutex_lock(&locks[mine]);
    slots[i] += 1; // RACE! slots[]
    pthread_mutex_unlock(&locks[mine]);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sweep, &numbers[0]);
  pthread_create(&b, NULL, sweep, &numbers[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", slots[0], slots[1]);
  return 0;
}
