// Each thread gets the address of an element of its own.
#include <pthread.h>
#include <stdio.h>

static float cells[3];

static void *heat(void *arg) {
  float *cell = arg;
  *cell += 1.5f;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, heat, &cells[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%.1f\n", (double)cells[2]);
  return 0;
}
