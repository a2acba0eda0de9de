// Thread i works at 2i + 3j: some of these numbers are the same for several threads.
#include <pthread.h>
#include <stdint.h>

static int cells[64];

static void *work(void *arg) {
  intptr_t i = (intptr_t)arg;
  for (int j = 0; j < 8; j++) {
    cells[2 * i + 3 * j] = 1; // RACE! cells[]
  }
  return NULL;
}

int main(void) {
  pthread_t t[4];
  for (intptr_t i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return cells[6] == 0;
}
