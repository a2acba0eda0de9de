// Threads are waited for from the last to the first, but for the first, whose result is read. What
// they count with is a number that is not followed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4

struct task {
  pthread_t thread;
  unsigned seed;
  long hits;
};

static double next(unsigned *seed) {
  return (double)rand_r(seed) / ((double)RAND_MAX + 1);
}

static void *run(void *arg) {
  struct task *task = arg;
  unsigned seed = task->seed;
  long hits = 0;
  for (int i = 0; i < 10000; i++) {
    double x = next(&seed), y = next(&seed);
    if (x * x + y * y < 1) hits++;
  }
  task->hits = hits;  // RACE! task.hits
  return NULL;
}

static long all(const struct task *tasks, int count) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += tasks[i].hits;
  return sum;
}

int main(void) {
  struct task *tasks = calloc(THREADS, sizeof *tasks);
  int i;
  if (tasks == NULL) return 1;
  for (i = 0; i < THREADS; i++) {
    tasks[i].seed = i;
    if (pthread_create(&tasks[i].thread, NULL, run, &tasks[i]) != 0) exit(1);
  }
  for (i = THREADS - 1; i > 0; i--) pthread_join(tasks[i].thread, NULL);
  printf("%ld\n", all(tasks, THREADS));
  pthread_join(tasks[0].thread, NULL);
  free(tasks);
  return 0;
}
