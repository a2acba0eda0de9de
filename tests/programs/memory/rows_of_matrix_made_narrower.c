// The first row makes the matrix narrower, whose size the others look at again in each turn.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct matrix {
  int size;
  int *cells;
};

struct team {
  struct matrix *from, *to;
  atomic_int next;
};

struct member {
  struct team *team;
  pthread_t thread;
};

static void *work(void *arg) {
  struct team *team = ((struct member *)arg)->team;
  for (;;) {
    int row = atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed);
    if (row >= team->to->size) return NULL;
    if (row == 0) team->to->size = 4;  // RACE! to.size
    for (int i = 0; i < team->to->size; i++) {
      size_t at = (size_t)row * team->to->size + i;
      team->to->cells[at] += team->from->cells[row];  // RACE! team->to->cells[at]
    }
  }
}

int main(int argc, char **argv) {
  int size = argc > 1 ? atoi(argv[1]) : 300;
  if (size < 1 || size > 1000) return 1;
  struct matrix from = {size, calloc(size, sizeof(int))};
  struct matrix to = {size, calloc((size_t)size * size, sizeof(int))};
  struct team team = {.from = &from, .to = &to};
  struct member members[3];
  for (int i = 0; i < 3; i++) {
    members[i].team = &team;
    pthread_create(&members[i].thread, NULL, work, &members[i]);
  }
  for (int i = 0; i < 3; i++) pthread_join(members[i].thread, NULL);
  free(from.cells);
  free(to.cells);
  return 0;
}
