// Each thread changes the element of its number, and one whose number nothing is known of.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4

static int counts[THREADS];

static void *worker(void *arg) {
  long number = (long)arg;
  counts[number]++; // RACE! counts[]
  counts[rand() % THREADS]++; // RACE! counts[]
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%d\n", counts[0]);
  return 0;
}
