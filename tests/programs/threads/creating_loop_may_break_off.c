// Threads are created until one cannot be, then all are joined.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int items;
};

static int wanted;

static void *run(void *arg) {
  struct worker *worker = arg;
  worker->items++;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  wanted = argc;
  struct worker *workers = calloc(wanted, sizeof *workers);
  int started, sum = 0;
  if (workers == NULL) return 1;
  for (started = 0; started < wanted; started++) {
    if (pthread_create(&workers[started].thread, NULL, run, &workers[started]) != 0) break;
  }
  for (int i = 0; i < started; i++) {
    pthread_join(workers[i].thread, NULL);
    sum += workers[i].items;
  }
  printf("%d\n", sum);
  free(workers);
  return 0;
}
