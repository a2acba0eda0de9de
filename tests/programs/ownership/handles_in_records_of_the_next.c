// TODAY: unknown: nothing is executed
// As handles_in_records_behind_pointers.c, but main reads the sum of the next one.
#include <pthread.h>
#include <stdlib.h>

struct task {
  pthread_t thread;
  int number;
  long sum;
};

static void *run(void *arg) {
  struct task *task = arg;
  for (int i = 0; i < 1000; i++) task->sum += task->number;  // MISSED task.sum: only possible
  return NULL;
}

int main(int argc, char **argv) {
  struct task *tasks[64];
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc > 1 ? atoi(argv[1]) : 16;
  if (n < 4 || n > 64) return 1;
  for (int i = 0; i < n; i++) {
    tasks[i] = calloc(1, sizeof *tasks[i]);
    if (tasks[i] == NULL) abort();
    tasks[i]->number = i;
  }
  for (int i = 0; i < n; i++) {
    if (pthread_create(&tasks[i]->thread, NULL, run, tasks[i]) != 0) abort();
  }
  for (int i = 0; i < n; i++) {
    pthread_join(tasks[i]->thread, NULL);
    sum += i + 1 < n ? tasks[i + 1]->sum : 0;
  }
  return sum > 100;
}
