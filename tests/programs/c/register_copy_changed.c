// The threads change copies of the global in register variables.
#include <pthread.h>
#include <stdio.h>

static long seed = 17;

static void *mix(void *arg) {
  register long s = seed;
  for (register int i = 0; i < 4; i++) s = s * 3 + i;
  printf("%ld\n", s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mix, NULL);
  pthread_create(&b, NULL, mix, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
