// Main takes the rows of a matrix to have another length than the threads do, if it is asked to.
// TSAN: silent: the counter orders all but what threads do at once, and only the first rows overlap
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

static struct matrix *make(int size) {
  struct matrix *m = malloc(sizeof *m);
  if (m == NULL) abort();
  m->size = size;
  m->cells = calloc((size_t)size * (size_t)size, sizeof *m->cells);
  if (m->cells == NULL) abort();
  return m;
}

static void clear_row(struct work *w, int row, int length) {
  for (int i = 0; i < length; i++) {
    double *cell = &w->to->cells[row * length + i];
    *cell = 0; // RACE! *cell
  }
}

static void *clear(struct work *w, int length) {
  for (;;) {
    int first = __sync_fetch_and_add(&w->next, BATCH);
    if (first >= 20) return NULL;
    int last = first + BATCH;
    if (last > 20) last = 20;
    for (int row = first; row < last; row++) clear_row(w, row, length);
  }
}

static void *clear_all(void *arg) { return clear(arg, 24); }

int main(int argc, char **argv) {
  (void)argv;
  struct matrix *from = make(28), *to = make(28);
  struct work work = {from, to, 0};
  pthread_t threads[4];
  int started = 0;
  while (started < 4) {
    if (pthread_create(&threads[started], NULL, clear_all, &work) != 0) break;
    started++;
  }
  int length = argc > 2 ? 24 : work.to->size;
  clear(&work, length);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(from->cells);
  free(from);
  free(to->cells);
  free(to);
  return 0;
}
