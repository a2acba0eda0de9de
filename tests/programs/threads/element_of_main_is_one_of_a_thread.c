// Main works on the last element that a thread has, not on the one behind it.
#include <pthread.h>
#include <stdlib.h>

static int *results;

static void *work(void *number) {
  results[(long)number] += 1;
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4;
  if (count < 1) return 1;
  results = calloc(count + 1, sizeof *results);
  pthread_t *threads = calloc(count, sizeof *threads);
  for (long k = 0; k < count; k++) pthread_create(&threads[k], NULL, work, (void *)k);
  int last = count - 1;
  results[last] += 2;  // RACE! results[last]
  for (int k = 0; k < count; k++) pthread_join(threads[k], NULL);
  return results[0];
}
