// Each thread splits its range between itself and a new thread; all add to one total.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long total;

static void *add_up(void *arg) {
  const int *span = arg;
  if (span[1] - span[0] <= 4) {
    total += span[1] - span[0]; // RACE! total
    return NULL;
  }
  int middle = (span[0] + span[1]) / 2;
  int low[2] = {span[0], middle}, high[2] = {middle, span[1]};
  pthread_t helper;
  if (pthread_create(&helper, NULL, add_up, low) != 0) abort();
  add_up(high);
  pthread_join(helper, NULL);
  return NULL;
}

int main(void) {
  int all[2] = {0, 16};
  add_up(all);
  printf("%ld\n", total);
  return 0;
}
