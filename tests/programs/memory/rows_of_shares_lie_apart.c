// Rows of a matrix, of which each thread has some.
#include <pthread.h>
#include <stdlib.h>

static int threads = 4;
static long size;
static double *cells;

static void *work(void *arg) {
  const long id = (long)arg;
  const long rows = size / 3, share = (rows + threads - 1) / threads;
  const long first = id * share;
  const long end = first + share < rows ? first + share : rows;
  for (long row = first; row < end; row++) {
    for (long i = row * 3; i < row * 3 + 3; i++) cells[i] += i;
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 2) {
    threads = atoi(argv[1]);
    size = atol(argv[2]);
  } else {
    size = 1001;
  }
  if (threads < 1 || threads > 64 || size < 1) return 1;
  cells = calloc(size + 2, sizeof *cells);
  pthread_t *ids = malloc(threads * sizeof *ids);
  for (int i = 0; i < threads; i++) {
    pthread_create(&ids[i], NULL, work, (void *)(long)i);
  }
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  double sum = 0;
  for (long i = 0; i < size; i++) sum += cells[i];
  return sum > 1e6;
}
