// A thread fills a matrix in nested loops, by rows, by a running number and by a function; others look at it
// when it has ended.
#include <pthread.h>

#define SIZE 50
static int matrix[SIZE][SIZE], flat[SIZE * SIZE], sums[SIZE][SIZE];

static void fill_row(int row) {
  for (int i = 0; i < SIZE; i++) sums[row][i] = row;
}

static void *fill(void *arg) {
  int own[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) matrix[i][j] = i + j;
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) flat[i * SIZE + j] = own[i][j] = i;
  }
  for (int i = 0; i < SIZE; i++) fill_row(i);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  pthread_join(t, NULL);
  return matrix[3][4] + flat[SIZE] + sums[2][7] != 10;
}
