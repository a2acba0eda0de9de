// Whole blocks for one thread, what is left behind them for the other.
#include <pthread.h>
#include <stdlib.h>


enum { kBlock = 16 };

static char *bytes;
static int count;

static void *blocks(void *arg) {
  for (int i = 0; i < count / kBlock * kBlock; ++i) bytes[i] ^= 1;
  return arg;
}

static void *rest(void *arg) {
  for (int i = count - count % kBlock; i < count; ++i) bytes[i] ^= 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  count = rand();
  if (count <= 0) return 1;
  bytes = calloc((size_t)count, 1);
  if (!bytes) return 1;
  pthread_create(&a, NULL, blocks, NULL);
  pthread_create(&b, NULL, rest, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
