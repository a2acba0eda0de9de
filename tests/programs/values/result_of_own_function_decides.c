// What the program's own function returns for these numbers keeps main from counting.
// TODAY: unknown: what the library does is not known
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void read_options(long *options);

static int total;

static int least(int a, int b) { return a < b ? a : b; }

static void *add(void *arg) {
  total++;
  return arg;
}

int main(void) {
  pthread_t a;
  long options[2] = {0, 0};
  read_options(options);
  pthread_create(&a, NULL, add, NULL);
  if (least(2, 3) > 2) total = 2;
  pthread_join(a, NULL);
  return total;
}
