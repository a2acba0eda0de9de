// The indices are computed from constants in different ways and are equal.
#include <pthread.h>

enum { BASE = 2, STEP = 3 };
static long bins[10];

static long *bin(int n) { return &bins[BASE + n * STEP]; }

static void *work(void *arg) {
  int i = 1;
  i <<= 1;
  *bin(i) += 10; // RACE! bins[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  *bin(8 % 3) += 20; // RACE! bins[]
  pthread_join(t, NULL);
  return bins[5] != 0;
}
