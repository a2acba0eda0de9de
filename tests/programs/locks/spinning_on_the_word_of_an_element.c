// Each element of a table has a word that is claimed by a test-and-set; which element it is comes from
// a random number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 36

struct bin {
  atomic_flag busy;
  int hits;
  double weight;
};

static struct bin bins[BINS];

static void deposit(int where, double weight) {
  struct bin *bin = &bins[where];
  while (atomic_flag_test_and_set_explicit(&bin->busy, memory_order_acquire)) {
  }
  ++bin->hits;
  bin->weight += weight;
  atomic_flag_clear_explicit(&bin->busy, memory_order_release);
}

static void *work(void *given) {
  unsigned seed = *(unsigned *)given;
  for (int i = 0; i < 100000; ++i) deposit(rand_r(&seed) % BINS, 0.5);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  unsigned seeds[3] = {1, 2, 3};
  int hits = 0;
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, &seeds[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < BINS; ++i) hits += bins[i].hits;
  printf("%d\n", hits);
  return 0;
}
