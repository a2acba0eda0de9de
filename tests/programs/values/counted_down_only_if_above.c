// A number is counted down to a bound only if it is above it, which is never here.
#include <pthread.h>
#include <stdlib.h>

static int cells[4096];

static int clamped(int row, int column) {
  int index = row * 16 + column;
  while (index > 127) index -= 1;
  return index;
}

static void *run(void *arg) {
  for (int i = 0; i < 8; i++) cells[clamped((int)(long)arg, i)] = i;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return cells[0];
}
