// The workers run in one mode, and what they share is only changed in the other one, which no worker
// sees: main changes the mode when they have nothing to do.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { IDLE, WORKING };

static atomic_int mode;
static atomic_int pending[2];
static int freed;

static void free_now(void) {
  if (atomic_load(&mode) != IDLE) return;  // main does it later
  freed++;
}

static void *worker(void *arg) {
  atomic_int *mine = arg;
  for (int rounds = 0; rounds < 3; rounds++) {
    while (atomic_load(mine) == 0) {
    }
    if (atomic_load(&mode) == WORKING) free_now();
    atomic_store(mine, 0);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &pending[i]);
  for (int rounds = 0; rounds < 3; rounds++) {
    atomic_store(&mode, WORKING);
    for (int i = 0; i < 2; i++) atomic_store(&pending[i], 1);
    for (int i = 0; i < 2; i++) {
      while (atomic_load(&pending[i]) != 0) {
      }
    }
    atomic_store(&mode, IDLE);
    free_now();
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", freed);
  return 0;
}
