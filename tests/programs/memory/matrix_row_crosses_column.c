// One thread fills a row and the other a column of the matrix; they meet in one element.
#include <pthread.h>

enum { N = 3 };
static double grid[N][N];

static void *fill_row(void *arg) {
  for (int col = 0; col < N; col++) grid[1][col] = col; // RACE! grid[][]
  return arg;
}

static void *fill_column(void *arg) {
  for (int row = 0; row < N; row++) grid[row][2] = row; // RACE! grid[][]
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, fill_row, NULL);
  pthread_create(&u, NULL, fill_column, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return grid[0][0] > 0;
}
