// Each thread fills the range of elements that follows from its number.
#include <pthread.h>
#include <stdint.h>

#define THREADS 3
#define CHUNK 5
static int table[THREADS * CHUNK];

static void *fill(void *arg) {
  int number = (int)(intptr_t)arg;
  int begin = number * CHUNK, end = begin + CHUNK;
  for (int i = begin; i < end; i++) table[i] = number;
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return table[THREADS * CHUNK - 1] != THREADS - 1;
}
