// The comparator that qsort calls counts its calls in a global.
#include <pthread.h>
#include <stdlib.h>

static unsigned comparisons;

static int by_value(const void *a, const void *b) {
  comparisons++; // RACE! comparisons
  return *(const int *)a - *(const int *)b;
}

static void *sort(void *arg) {
  qsort(arg, 4, sizeof(int), by_value);
  return NULL;
}

int main(void) {
  pthread_t t;
  int one[4] = {4, 2, 3, 1}, two[4] = {8, 5, 7, 6};
  pthread_create(&t, NULL, sort, one);
  sort(two);
  pthread_join(t, NULL);
  return one[0] != 1 || two[0] != 5;
}
