// Each of many threads fills the elements of its own chunk, one after the other.
#include <pthread.h>
#include <stdint.h>

#define THREADS 12
#define CHUNK 16
static int table[THREADS * CHUNK];

static void *fill(void *arg) {
  intptr_t number = (intptr_t)arg;
  for (int i = 0; i < CHUNK; i++) table[number * CHUNK + i] = i;
  for (int i = CHUNK - 1; i >= 0; i--) table[number * CHUNK + i] += i;
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return table[THREADS * CHUNK - 1] != 30;
}
