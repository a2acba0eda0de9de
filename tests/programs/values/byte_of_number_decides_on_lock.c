// VERDICT: unknown: the number comes from outside
// Only the low byte is tested the first time: 256 is 0 there, but not the second time.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  total++; // RACE! total
  pthread_mutex_unlock(&m);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  int n = argc > 1 ? atoi(argv[1]) : 256;
  unsigned char low = (unsigned char)n;
  pthread_create(&t, NULL, add, NULL);
  if (low != 0) pthread_mutex_lock(&m);
  if (n != 0) total++; // RACE! total
  if (low != 0) pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return total;
}
