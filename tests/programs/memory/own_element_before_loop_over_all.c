// A byte for each of many threads, all of which each thread also looks at.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char ready[64];
static int threads;

static void *worker(void *arg) {
  long number = (long)arg;
  int found = 0;
  ready[number] = 1; // RACE! ready[]
  for (int i = 0; i < threads; i++) found += ready[i]; // RACE! ready[]
  printf("%d\n", found);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t handles[64];
  (void)argv;
  threads = argc < 3 ? 3 : argc < 64 ? argc : 64;
  for (long i = 0; i < threads; i++) pthread_create(&handles[i], NULL, worker, (void *)i);
  for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
  return 0;
}
