// Each thread takes the lock that its number stands for: not the same one.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t locks[2];
static int counter;

static void take(uintptr_t which) { pthread_mutex_lock((pthread_mutex_t *)which); }

static void give_back(uintptr_t which) { pthread_mutex_unlock((pthread_mutex_t *)which); }

static void *work(void *arg) {
  take(locks[1]);
  counter++;  // RACE! counter
  give_back(locks[1]);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t *made = malloc(sizeof *made);
    pthread_mutex_init(made, NULL);
    locks[i] = (uintptr_t)made;
  }
  pthread_create(&t, NULL, work, NULL);
  take(locks[0]);
  counter++;  // RACE! counter
  give_back(locks[0]);
  pthread_join(t, NULL);
  return counter;
}
