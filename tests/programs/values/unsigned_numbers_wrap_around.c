// Unsigned numbers wrap around: that a sum is less than what was added to, that a product is 0, and
// that one less than 0 is large, is no contradiction.
// TSAN: silent: it takes large arguments
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static int overflows, empty, large, inverted;
static double scale = 0.5;

static void look(size_t n) {
  if (scale > 1.0) return;  // of floating-point numbers no execution tells
  if (n + 20 < n) overflows++;                              // RACE! overflows
  if (n > 5 && n * sizeof(int) == 0) empty++;               // RACE! empty
  if (n <= 100 && n - 1 > 4000000000u) large++;             // RACE! large
  if ((unsigned)n >= 10 && ~(unsigned)n == 7) inverted++;   // RACE! inverted
}

static void *work(void *arg) {
  look(strtoul(arg, NULL, 10));
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[2];
  if (argc < 3) return 1;
  pthread_create(&t[0], NULL, work, argv[1]);
  pthread_create(&t[1], NULL, work, argv[2]);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  printf("%d %d %d %d\n", overflows, empty, large, inverted);
  return 0;
}
