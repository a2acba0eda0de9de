// Two threads each get the same number as argument and use the element of that number.
#include <pthread.h>
#include <stdint.h>

#define THREADS 4
static int64_t squares[THREADS];

static void *square(void *arg) {
  intptr_t i = (intptr_t)arg;
  squares[i] += i * i; // RACE! squares[]
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  int64_t sum = 0;
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, square, (void *)(i / 2));
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < THREADS; i++) sum += squares[i];
  return sum < 0;
}
