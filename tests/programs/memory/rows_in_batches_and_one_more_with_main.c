// Threads, and main beside them, draw batches of rows of a matrix, and go one row too far.
#include <pthread.h>
#include <stdlib.h>

#define BATCH 3

struct matrix {
  int size;
  double *cells;
};

struct work {
  const struct matrix *from;
  struct matrix *to;
  int next;
};

static double *at(const struct matrix *m, int row, int column) {
  return &m->cells[row * m->size + column];
}

static struct matrix *make(int size) {
  struct matrix *m = malloc(sizeof *m);
  if (m == NULL) abort();
  m->size = size;
  m->cells = calloc((size_t)size * (size_t)size, sizeof *m->cells);
  if (m->cells == NULL) abort();
  return m;
}

static void transpose_row(struct work *w, int row) {
  for (int i = 0; i < w->to->size; i++) {
    double *cell = at(w->to, row, i);
    *cell = *at(w->from, i, row); // RACE! *cell
  }
}

static void *transpose(void *arg) {
  struct work *w = arg;
  for (;;) {
    int first = __sync_fetch_and_add(&w->next, BATCH);
    if (first >= w->to->size) return NULL;
    int last = first + BATCH + 1;
    if (last > w->to->size) last = w->to->size;
    for (int row = first; row < last; row++) transpose_row(w, row);
  }
}

int main(void) {
  struct matrix *from = make(200), *to = make(200);
  struct work work = {from, to, 0};
  pthread_t threads[4];
  int started = 0;
  while (started < 4) {
    if (pthread_create(&threads[started], NULL, transpose, &work) != 0) break;
    started++;
  }
  transpose(&work);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(from->cells);
  free(from);
  free(to->cells);
  free(to);
  return 0;
}
