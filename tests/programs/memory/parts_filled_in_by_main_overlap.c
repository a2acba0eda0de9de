// Main says where each part begins and ends; the first one takes the rest.
#include <pthread.h>
#include <stdlib.h>

static int threads = 4;
static long size;
static double *cells;

struct part {
  long first, end;
};

static void *work(void *arg) {
  const struct part *part = arg;
  const long first = part->first, end = part->end;
  for (long i = first; i < end; i++) cells[i] += i;  // RACE! cells[i]
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
  struct part *parts = malloc(threads * sizeof *parts);
  const long share = size / threads;
  for (int i = 0; i < threads; i++) {
    parts[i].first = i * share;
    parts[i].end = i == 0 ? size : (i + 1) * share;
    pthread_create(&ids[i], NULL, work, &parts[i]);
  }
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  double sum = 0;
  for (long i = 0; i < size; i++) sum += cells[i];
  return sum > 1e6;
}
