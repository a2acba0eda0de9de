// TSAN: silent: the threads would have to take turns in between a few instructions
// The words of a table's elements are claimed, but a thread gives back one that it need not have.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 4

static atomic_int busy[BINS];
static int hits[BINS];

static void *work(void *given) {
  unsigned seed = *(unsigned *)given;
  for (int i = 0; i < 10000; ++i) {
    const int here = rand_r(&seed) % BINS, there = rand_r(&seed) % BINS;
    if (atomic_exchange(&busy[here], 1)) continue;
    ++hits[here];  // RACE! hits[]
    atomic_store(&busy[there], 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  unsigned seeds[2] = {1, 2};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &seeds[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%d\n", hits[0]);
  return 0;
}
