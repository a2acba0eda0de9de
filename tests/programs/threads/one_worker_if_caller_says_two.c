// How many threads run is an argument: two of them do what is not locked.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  int turns;
  void (*step)(int);
};

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int n) { sum += n; }  // RACE! sum

static void add_locked(int n) {
  pthread_mutex_lock(&lock);
  add(n);
  pthread_mutex_unlock(&lock);
}

static void *run(void *arg) {
  struct worker *w = arg;
  for (int i = 0; i < w->turns; i++) w->step(i);
  return NULL;
}

static void in_parallel(int workers, void (*step)(int)) {
  struct worker *all = malloc(sizeof *all * workers);
  for (int i = 0; i < workers; i++) {
    all[i].turns = 10;
    all[i].step = step;
    if (pthread_create(&all[i].thread, NULL, run, &all[i]) != 0) exit(1);
  }
  for (int i = 0; i < workers; i++) pthread_join(all[i].thread, NULL);
  free(all);
}

int main(int argc, char **argv) {
  in_parallel(2, add);
  in_parallel(argc > 1 ? atoi(argv[1]) : 4, add_locked);
  printf("%d\n", sum);
  return 0;
}
