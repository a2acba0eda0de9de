// The threads change the global through pointers in register variables.
#include <pthread.h>
#include <stdio.h>

static long seed = 17;

static void *mix(void *arg) {
  register long *s = &seed;
  for (register int i = 0; i < 4; i++) *s ^= i + 1; // RACE! seed
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mix, NULL);
  pthread_create(&b, NULL, mix, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld\n", seed);
  return 0;
}
