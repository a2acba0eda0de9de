// TODAY: unknown: which of the objects the threads write to is not known, and nothing is executed
// TSAN: silent: there is one thread only, unless it is told of more
// As element_of_others_after_join.c, where main may end at once by a number that is not known.
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
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc;
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
    total += tasks[i]->length;  // MISSED task.length: only possible
  }
  return total > 100;
}
