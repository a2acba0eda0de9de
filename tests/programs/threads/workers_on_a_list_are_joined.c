// VERDICT: unknown: which threads are waited for is not followed through the list
// Any number of workers, whose handles are kept in a list; all are waited for before the total is
// read.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  struct worker *next;
};

static struct worker *workers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  total += 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void start(void) {
  struct worker *w = malloc(sizeof(*w));
  if (w == NULL) exit(1);
  w->next = workers;
  workers = w;
  if (pthread_create(&w->thread, NULL, work, w) != 0) exit(1);
}

static void finish(void) {
  while (workers != NULL) {
    struct worker *w = workers;
    pthread_join(w->thread, NULL);
    workers = w->next;
    free(w);
  }
}

int main(int argc, char **argv) {
  const int n = strtod(argv[argc - 1], NULL) > 2.0 ? 8 : 4;
  for (int i = 0; i < n; i++) start();
  finish();
  printf("%ld\n", total);
  return 0;
}
