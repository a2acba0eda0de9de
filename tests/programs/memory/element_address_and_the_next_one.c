// Each thread gets the address of an element, but uses also the one behind it.
#include <pthread.h>
#include <stdio.h>

static float cells[4];

static void *heat(void *arg) {
  float *cell = arg;
  cell[1] = cell[0] + 1.5f; // RACE! cells[]
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, heat, &cells[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%.1f\n", (double)cells[2]);
  return 0;
}
