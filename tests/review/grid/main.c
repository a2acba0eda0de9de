#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "grid.h"

static atomic_int finished;
static pthread_mutex_t turn_lock = PTHREAD_MUTEX_INITIALIZER;
int turns_done;

static struct band bands[BANDS] = {{0, 15, 0}, {16, 31, 0}, {32, 47, 0}, {48, 63, 0}};

void *watch(void *arg) {
  int turns;
  (void)arg;
  while (!atomic_load(&finished)) {
    pthread_mutex_lock(&turn_lock);
    turns = turns_done;
    pthread_mutex_unlock(&turn_lock);
    printf("turn %d\n", turns);
    sleep(1);
  }
  return NULL;
}

static void fill(void) {
  int row, column;
  for (row = 0; row < ROWS; ++row) {
    for (column = 0; column < COLUMNS; ++column) grid.cells[row][column] = row * column % 7;
  }
}

void run_turn(void) {
  pthread_t first, second, third, fourth;
  double total;
  pthread_create(&first, NULL, smooth_band, &bands[0]);
  pthread_create(&second, NULL, smooth_band, &bands[1]);
  pthread_create(&third, NULL, smooth_band, &bands[2]);
  pthread_create(&fourth, NULL, smooth_band, &bands[3]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  pthread_join(fourth, NULL);
  total = sum_of(bands, BANDS);
  pthread_mutex_lock(&turn_lock);
  turns_done++;
  pthread_mutex_unlock(&turn_lock);
  printf("sum %f, largest change %f\n", total, largest_change);
}

int main(void) {
  pthread_t watcher;
  fill();
  pthread_create(&watcher, NULL, watch, NULL);
  run_turn();
  atomic_store(&finished, 1);
  pthread_join(watcher, NULL);
  return 0;
}
