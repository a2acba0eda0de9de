// The last thread is joined first.
#include <pthread.h>
#include <stdlib.h>

static long results[64];

static void *run(void *arg) {
  for (int i = 0; i < 1000; i++) results[(long)arg] += i;
  return NULL;
}

int main(int argc, char **argv) {
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  int n = argc > 1 ? atoi(argv[1]) : 3;
  if (n < 1 || n > 64) return 1;
  pthread_t *threads = malloc(n * sizeof *threads);
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, run, (void *)(long)i);
  for (int i = n - 1; i >= 0; i--) {
    pthread_join(threads[i], NULL);
    sum += results[i];
  }
  return sum > 100;
}
