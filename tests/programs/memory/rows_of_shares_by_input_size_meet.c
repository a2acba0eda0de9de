// The last row of each thread is the first one of the next: the size of the matrix comes from
// outside.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4

static int size;
static double *cells;

static void *fill(void *number) {
  int own = *(int *)number;
  free(number);
  int rows = (size + THREADS - 1) / THREADS;
  int from = own * rows, to = from + rows;
  if (to > size) to = size;
  for (int row = from; row <= to && row < size; row++) {
    for (int column = 0; column < size; column++) {
      int at = row * size + column;
      cells[at] = row - column;  // RACE! cells[at]
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  size = argc > 1 ? atoi(argv[1]) : 300;
  cells = calloc(size * size, sizeof *cells);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    int *number = malloc(sizeof *number);
    *number = i;
    pthread_create(&threads[i], NULL, fill, number);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return cells[0] > 0;
}
