// VERDICT: unknown: the count of threads is not known
// Main reads the record behind the one it gets: that of a thread it has not waited for yet.
// TSAN: silent
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part { int from; long sum; };

static void *add(void *argument) {
  struct part *part = argument;
  for (int i = 0; i < 100; i++) part->sum += part->from + i;  // RACE! sum
  return part;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  if (n < 1 || n > 16) return 1;
  pthread_t threads[16];
  struct part *parts = calloc(n + 1, sizeof *parts);
  if (!parts) return 1;
  for (int i = 0; i < n; i++) {
    parts[i].from = 100 * i;
    pthread_create(&threads[i], NULL, add, &parts[i]);
  }
  long sum = 0;
  for (int i = 0; i < n; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += ((struct part *)result)[1].sum;
  }
  printf("%ld\n", sum);
  free(parts);
  return 0;
}
