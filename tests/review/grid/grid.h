/* Smooths a grid in bands of rows, each by a thread of its own. */
#ifndef GRID_H
#define GRID_H

#include <pthread.h>

#define ROWS 64
#define COLUMNS 64
#define BANDS 4

struct band {
  int first_row;
  int last_row;
  double sum;
};

struct grid {
  double cells[ROWS][COLUMNS];
  double next[ROWS][COLUMNS];
};

extern struct grid grid;
extern double largest_change;
extern int turns_done;

void *smooth_band(void *arg);
void *watch(void *arg);
void note_change(double change);
void run_turn(void);
double sum_of(const struct band *bands, int count);

#endif
