// As joined_from_the_last.c, but main reads what the thread before that one writes.
#include <pthread.h>
#include <stdlib.h>

static long results[64];

static void *run(void *arg) {
  for (int i = 0; i < 1000; i++) results[(long)arg] += i;  // RACE! results[]
  return NULL;
}

int main(int argc, char **argv) {
  long sum = 0;
  int n = argc + 10;
  (void)argv;
  pthread_t *threads = malloc(n * sizeof *threads);
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, run, (void *)(long)i);
  for (int i = n - 1; i >= 0; i--) {
    pthread_join(threads[i], NULL);
    sum += i > 0 ? results[i - 1] : 0;
  }
  return sum > 100;
}
