// Every thread writes its own element but also reads that of the next thread.
#include <pthread.h>
#include <stdio.h>

enum { COUNT = 3 };
static int cells[COUNT + 1];

static void *fill(void *arg) {
  int *cell = arg;
  int next = cell[1]; // RACE! cells[]
  cell[0] = next + 1; // RACE! cells[]
  return NULL;
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++)
    pthread_create(&threads[i], NULL, fill, &cells[i]);
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  printf("%d\n", cells[0]);
  return 0;
}
