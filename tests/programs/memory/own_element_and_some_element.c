// Each thread changes the element of its number, and one whose number nothing is known of.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int counts[64];

static void *worker(void *arg) {
  long number = (long)arg;
  counts[number]++; // RACE! counts[]
  counts[rand() % 3]++; // RACE! counts[]
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  const int n = argc < 3 ? 3 : argc < 64 ? argc : 64;
  (void)argv;
  for (long i = 0; i < n; i++) pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  printf("%d\n", counts[0]);
  return 0;
}
