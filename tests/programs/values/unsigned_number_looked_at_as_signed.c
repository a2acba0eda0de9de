// The upper half of the unsigned numbers is negative as signed ones, and then both count.
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>

static int total;
static double scale = 0.5;

static void count(unsigned place) {
  if (place < 3000000000u || place > 3500000000u) return;
  int moved = (int)place;
  if (moved < 0) total++; // RACE! total
}

static void *add(void *arg) {
  if (scale > 1.0) return NULL;  // of floating-point numbers no execution tells
  count((unsigned)(long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, (void *)3200000000l);
  pthread_create(&b, NULL, add, (void *)3300000000l);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
