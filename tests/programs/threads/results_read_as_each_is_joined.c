// Each worker's result is read as soon as it has been joined, while later ones still run.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int items;
};

static void *run(void *arg) {
  struct worker *worker = arg;
  worker->items++;
  return NULL;
}

int main(int argc, char **argv) {
  struct worker *workers = calloc(argc + 1, sizeof *workers);
  int sum = 0;
  (void)argv;
  if (workers == NULL) return 1;
  for (int i = 0; i < argc; i++) {
    if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) abort();
  }
  for (int i = 0; i < argc; i++) {
    pthread_join(workers[i].thread, NULL);
    sum += workers[i].items;
  }
  printf("%d\n", sum);
  free(workers);
  return 0;
}
