// Each thread ends with the block that was made for it, whose end main brings about once it has
// waited for it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part { int from; long sum; };

static void *add(void *argument) {
  struct part *part = argument;
  for (int i = 0; i < 100; i++) part->sum += part->from + i;
  return part;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  if (n < 1 || n > 16) return 1;
  pthread_t threads[16];
  for (int i = 0; i < n; i++) {
    struct part *part = calloc(1, sizeof *part);
    if (!part) return 1;
    part->from = 100 * i;
    pthread_create(&threads[i], NULL, add, part);
  }
  long sum = 0;
  for (int i = 0; i < n; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += ((struct part *)result)->sum;
    free(result);
  }
  printf("%ld\n", sum);
  return 0;
}
