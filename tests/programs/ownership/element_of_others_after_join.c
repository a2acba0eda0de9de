// Each thread writes to the record of the thread before it, which main reads once that one has ended.
#include <pthread.h>
#include <stdlib.h>

struct task {
  struct task *before;
  long length;
};

static void *run(void *arg) {
  struct task *task = arg;
  if (task->before != NULL) task->before->length = 3;
  return NULL;
}

int main(int argc, char **argv) {
  const int n = argc + 3;
  long total = 0;
  pthread_t *threads = malloc(n * sizeof *threads);
  struct task **tasks = malloc(n * sizeof *tasks);
  for (int i = 0; i < n; i++) {
    struct task *task = calloc(1, sizeof *task);
    task->before = i > 0 ? tasks[i - 1] : NULL;
    tasks[i] = task;
    pthread_create(&threads[i], NULL, run, task);
  }
  for (int i = 0; i < n; i++) {
    pthread_join(threads[i], NULL);
    total += tasks[i]->length;  // RACE! task.length
  }
  return total > 100;
}
