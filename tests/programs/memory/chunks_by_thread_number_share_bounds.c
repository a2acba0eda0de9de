// Each of many threads fills the elements of its own chunk and the first of the next one.
#include <pthread.h>
#include <stdint.h>

#define THREADS 12
#define CHUNK 16
static int table[THREADS * CHUNK + 1];

static void *fill(void *arg) {
  intptr_t number = (intptr_t)arg;
  for (int i = 0; i <= CHUNK; i++) table[number * CHUNK + i] = i; // RACE! table[]
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return table[THREADS * CHUNK] != CHUNK;
}
