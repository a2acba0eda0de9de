// A share less one wraps around if there are fewer cells than threads: then each thread has all cells.
#include <pthread.h>
#include <stdlib.h>

static int threads = 4;
static size_t size = 1;
static double *cells;

static void *work(void *arg) {
  const size_t share = (size + 2) / (size_t)threads, first = (size_t)arg * share;
  const size_t end = first + (share - 1) < size ? first + (share - 1) : size;
  for (size_t i = first; i < end; i++) cells[i] += 1;  // RACE! cells[i]
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 2) {
    threads = atoi(argv[1]);
    size = atol(argv[2]);
  }
  if (threads < 1 || threads > 64) return 1;
  cells = calloc(size + 2, sizeof *cells);
  pthread_t *ids = malloc(threads * sizeof *ids);
  for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, work, (void *)(long)i);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  return cells[0] > 1e6;
}
