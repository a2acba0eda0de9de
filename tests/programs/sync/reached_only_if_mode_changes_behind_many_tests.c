// The workers run in one mode, and what they share is only changed in the other one, which no worker
// sees: main changes the mode when they have nothing to do. More is tested in between than is kept.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { IDLE, WORKING };

static atomic_int mode;
static atomic_int pending[2];
static int freed;
static atomic_int a, b, c, d, e, f, g, h, i, j, k, l;

static int is_free(void) {
  return atomic_load(&a) > 0 && atomic_load(&b) > 0 && atomic_load(&c) > 0 && atomic_load(&d) > 0 &&
         atomic_load(&e) > 0 && atomic_load(&f) > 0 && atomic_load(&g) > 0 && atomic_load(&h) > 0 &&
         atomic_load(&i) > 0 && atomic_load(&j) > 0 && atomic_load(&k) > 0 && atomic_load(&l) > 0;
}

static void free_if_asked(void) {
  if (is_free()) freed++;
}

static void free_now(void) {
  if (atomic_load(&mode) != IDLE) return;  // main does it later
  free_if_asked();
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
  if (getenv("HOME") != NULL) puts(getenv("HOME"));
  atomic_store(&a, 1), atomic_store(&b, 1), atomic_store(&c, 1), atomic_store(&d, 1);
  atomic_store(&e, 1), atomic_store(&f, 1), atomic_store(&g, 1), atomic_store(&h, 1);
  atomic_store(&i, 1), atomic_store(&j, 1), atomic_store(&k, 1), atomic_store(&l, 1);
  for (int n = 0; n < 2; n++) pthread_create(&t[n], NULL, worker, &pending[n]);
  for (int rounds = 0; rounds < 3; rounds++) {
    atomic_store(&mode, WORKING);
    for (int n = 0; n < 2; n++) atomic_store(&pending[n], 1);
    for (int n = 0; n < 2; n++) {
      while (atomic_load(&pending[n]) != 0) {
      }
    }
    atomic_store(&mode, IDLE);
    free_now();
  }
  for (int n = 0; n < 2; n++) pthread_join(t[n], NULL);
  printf("%d\n", freed);
  return 0;
}
