// What lies behind the cells of a row is written without the lock that guards them: no cell is that.
#include <pthread.h>
#include <stdlib.h>

#define ROWS 8

struct row {
  int used;
  int cell[4];
  int last;
};

static struct {
  pthread_mutex_t lock[ROWS];
  struct row row[ROWS];
} grid;

static void put(unsigned number, unsigned cell, int value) {
  struct row *row = &grid.row[number % ROWS];
  pthread_mutex_lock(&grid.lock[number % ROWS]);
  row->cell[cell % 4] = value;
  row->used++;
  pthread_mutex_unlock(&grid.lock[number % ROWS]);
  row->last = value; // RACE! grid.row[].last
}

static void *work(void *argument) {
  unsigned seed = (unsigned)(long)argument;
  for (int i = 0; i < 1000; i++) put(rand_r(&seed), rand_r(&seed), i);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < ROWS; i++) pthread_mutex_init(&grid.lock[i], NULL);
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
