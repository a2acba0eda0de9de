#include <math.h>

#include "grid.h"

struct grid grid;
double largest_change;

static pthread_mutex_t change_lock = PTHREAD_MUTEX_INITIALIZER;

void note_change(double change) {
  pthread_mutex_lock(&change_lock);
  if (change > largest_change) largest_change = change;
  pthread_mutex_unlock(&change_lock);
}

static double smooth_row(int row) {
  double largest = 0;
  int column;
  for (column = 1; column < COLUMNS - 1; ++column) {
    const double smooth = (grid.cells[row][column - 1] + grid.cells[row][column + 1]) / 2;
    const double change = fabs(smooth - grid.cells[row][column]);
    if (change > largest) largest = change;
  }
  return largest;
}

static double weight(int row) { return row % 2 == 0 ? 1.0 : 0.5; }

void *smooth_band(void *arg) {
  struct band *band = arg;
  double sum = 0;
  int row;
  for (row = band->first_row; row <= band->last_row; ++row) {
    const double change = smooth_row(row);
    note_change(change);
    sum += change * weight(row);
  }
  band->sum = sum;
  return NULL;
}

double sum_of(const struct band *bands, int count) {
  double sum = 0;
  int i;
  for (i = 0; i < count; ++i) sum += bands[i].sum;
  return sum;
}
