// VERDICT: unknown: thread i gets the address of element i in a loop
// Every thread gets the address of an element of its own.
#include <pthread.h>
#include <stdio.h>

enum { COUNT = 3 };
static int cells[COUNT];

static void *square(void *arg) {
  int *cell = arg;
  *cell = *cell * *cell;
  return NULL;
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++) {
    cells[i] = i + 1;
    pthread_create(&threads[i], NULL, square, &cells[i]);
  }
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  printf("%d\n", cells[0] + cells[1] + cells[2]);
  return 0;
}
