// The word that is claimed lies beside one that counts: a step of the count leaves it alone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct {
  atomic_uint version;
  atomic_int busy;
} lock;
static long values[8];
static unsigned hash;

static void take(void) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock.busy, &expected, 1)) expected = 0;
  atomic_fetch_add(&lock.version, 1);
}

static void give_back(void) {
  atomic_fetch_add(&lock.version, 1);
  atomic_store(&lock.busy, 0);
}

static void *work(void *rounds) {
  for (long i = 0; i < *(long *)rounds; i++) {
    take();
    hash = hash * 31 + i;
    values[hash % 8] += hash;
    give_back();
  }
  return NULL;
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 1000;
  pthread_t threads[6];
  for (int i = 0; i < 6; i++) pthread_create(&threads[i], NULL, work, &rounds);
  for (int i = 0; i < 6; i++) pthread_join(threads[i], NULL);
  return values[3] > 0;
}
