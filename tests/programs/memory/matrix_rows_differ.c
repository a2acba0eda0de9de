// Every thread fills one row of the matrix.
#include <pthread.h>

enum { N = 3 };
static double grid[N][N];

static void *fill_row(void *arg) {
  const int row = *(const int *)arg;
  for (int col = 0; col < N; col++) grid[row][col] = row + col;
  return NULL;
}

int main(void) {
  static const int rows[N] = {0, 1, 2};
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, fill_row, (void *)&rows[i]);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return grid[2][2] < 3;
}
