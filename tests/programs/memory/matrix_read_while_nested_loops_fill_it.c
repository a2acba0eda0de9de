// A thread fills a matrix in nested loops; another one looks at an element before it has ended.
#include <pthread.h>

#define SIZE 50
static int matrix[SIZE][SIZE];

static void *fill(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) matrix[i][j] = i + j; // RACE! matrix[][]
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  int seen = matrix[3][4]; // RACE! matrix[][]
  pthread_join(t, NULL);
  return seen > 7;
}
