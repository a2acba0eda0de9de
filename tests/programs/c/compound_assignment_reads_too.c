// A compound assignment reads and writes the global on its left and reads the one on its right.
#include <pthread.h>
#include <stdio.h>

static unsigned char mask = 0xf0;
static int shift = 2;

static void *narrow(void *arg) {
  mask >>= shift; // RACE! mask
  return arg;
}

int main(void) {
  pthread_t t;
  unsigned seen = 1;
  pthread_create(&t, NULL, narrow, NULL);
  seen |= mask; // RACE! mask
  printf("%u\n", seen);
  pthread_join(t, NULL);
  return 0;
}
