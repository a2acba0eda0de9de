// Each cell of a board goes from empty over filling to full and on to draining; but who drains it writes FULL first, so
// another one may come to have it meanwhile.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { EMPTY = 3, FILLING, FULL, DRAINING };

#define CELLS 12
#define EACH 100000

struct cell {
  int author;
  int text[6];
  atomic_int state;
};

static struct cell board[CELLS];
static atomic_int unread = 2 * EACH;

static int move_on(struct cell *cell, int from, int to) {
  int expected = from;
  return atomic_compare_exchange_strong_explicit(&cell->state, &expected, to, memory_order_acquire,
                                                 memory_order_relaxed);
}

static void *post(void *given) {
  const int author = *(int *)given;
  for (int turn = 0, posted = 0; posted < EACH; ++turn) {
    struct cell *cell = &board[turn % CELLS];
    if (!move_on(cell, EMPTY, FILLING)) continue;
    cell->author = author;
    for (int i = 0; i < 6; ++i) cell->text[i] = posted + i;  // RACE! board[].text[]
    atomic_store_explicit(&cell->state, FULL, memory_order_release);
    ++posted;
  }
  return NULL;
}

static void *read_all(void *given) {
  long *sum = given;
  for (int turn = 0; atomic_load(&unread) > 0; ++turn) {
    struct cell *cell = &board[turn % CELLS];
    if (!move_on(cell, FULL, DRAINING)) continue;
    for (int i = 0; i < 6; ++i) *sum += cell->text[i] * cell->author;
    atomic_store_explicit(&cell->state, FULL, memory_order_release);
    cell->author = 0;  // RACE! board[].author
    atomic_store_explicit(&cell->state, EMPTY, memory_order_release);
    atomic_fetch_sub(&unread, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  int authors[2] = {1, 2};
  long sums[2] = {0, 0};
  for (int i = 0; i < CELLS; ++i) atomic_init(&board[i].state, EMPTY);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, post, &authors[i]);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[2 + i], NULL, read_all, &sums[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  printf("%ld\n", sums[0] + sums[1]);
  return 0;
}
