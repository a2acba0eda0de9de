// As rows_claimed_from_a_counter.c, but each thread adds to the first element of the next row, too.
// TSAN: silent: the threads mostly run one after the other
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LARGEST = 64 };

static double sums[LARGEST + 1][LARGEST];
static int size = 32;
static atomic_int next_row;

static void fill(int row) {
  for (int j = 0; j < size; ++j) sums[row][j] = row + j;  // RACE! sums[][]
  sums[row + 1][0] += 1;                                   // RACE! sums[][]
}

static void *work(void *unused) {
  int row;
  while ((row = atomic_fetch_add_explicit(&next_row, 1, memory_order_relaxed)) < size) fill(row);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t workers[3];
  if (argc > 1) size = atoi(argv[1]);
  if (size < 1 || size > LARGEST) size = LARGEST;
  for (int i = 0; i < 3; ++i) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(workers[i], NULL);
  return sums[0][0] > 5;
}
