// The compound assignments read the globals but write locals.
#include <pthread.h>
#include <stdio.h>

static unsigned char mask = 0xf0;
static int shift = 2;

static void *narrow(void *arg) {
  unsigned mine = 0xff;
  mine &= mask;
  mine >>= shift;
  printf("%u\n", mine);
  return arg;
}

int main(void) {
  pthread_t t;
  unsigned seen = 1;
  pthread_create(&t, NULL, narrow, NULL);
  seen |= mask;
  printf("%u\n", seen);
  pthread_join(t, NULL);
  return 0;
}
