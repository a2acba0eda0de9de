// TODAY: unknown: nothing is executed
// Each task is handed with a pointer to the one that the turn before made.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct task {
  int count;
  struct task *before;
};

static void *run(void *arg) {
  struct task *task = arg;
  task->count++;
  if (task->before != NULL) task->before->count++;  // MISSED task.count: only possible
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 4 || n > 64) return 1;
  struct task *before = NULL;
  for (int i = 0; i < n; i++) {
    struct task *task = calloc(1, sizeof *task);
    task->before = before;
    before = task;
    pthread_create(&threads[i], NULL, run, task);
  }
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
