// The result of the worker after the one that was joined is read.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int items;
};

static void *run(void *arg) {
  struct worker *worker = arg;
  worker->items++; // RACE! worker.items
  return NULL;
}

int main(int argc, char **argv) {
  struct worker *workers = calloc(argc + 2, sizeof *workers);
  int sum = 0;
  (void)argv;
  if (workers == NULL) return 1;
  for (int i = 0; i < argc + 1; i++) {
    if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) abort();
  }
  for (int i = 0; i < argc + 1; i++) {
    pthread_join(workers[i].thread, NULL);
    sum += workers[i + 1].items; // RACE! worker.items
  }
  printf("%d\n", sum);
  free(workers);
  return 0;
}
