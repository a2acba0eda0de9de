// Group g of the values is counted in row g of a matrix, under lock g.
#include <pthread.h>
#include <stdlib.h>

#define GROUPS 4
#define BINS 16

static struct {
  pthread_mutex_t lock[GROUPS];
  unsigned long bin[GROUPS][BINS];
  unsigned long sum[GROUPS];
} table;

static void add(unsigned value) {
  const unsigned group = value % GROUPS;
  pthread_mutex_lock(&table.lock[group]);
  table.bin[group][value / GROUPS % BINS]++;
  table.sum[group] += value;
  pthread_mutex_unlock(&table.lock[group]);
}

static int steps(int n) { return n == 0 ? 0 : 1 + steps(n - 1); }

static void *work(void *unused) {
  if (steps(60) < 0) return NULL;
  unsigned seed = 3;
  for (int i = 0; i < 1000; i++) add(rand_r(&seed));
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < GROUPS; i++) pthread_mutex_init(&table.lock[i], NULL);
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, NULL)) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
