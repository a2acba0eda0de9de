// Each thread puts what it makes into its record, where main finds it as it joins one after the other.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int number;
  long *out;
};

static void *run(void *arg) {
  struct task *task = arg;
  task->out = malloc(sizeof *task->out);
  if (task->out == NULL) abort();
  *task->out = task->number;
  return NULL;
}

int main(int argc, char **argv) {
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  int count = argc > 1 ? atoi(argv[1]) : 3;
  if (count < 1 || count > 64) return 1;
  pthread_t *threads = malloc(count * sizeof *threads);
  struct task *tasks = calloc(count, sizeof *tasks);
  if (threads == NULL || tasks == NULL) return 1;
  for (int i = 0; i < count; i++) {
    tasks[i].number = i;
    pthread_create(&threads[i], NULL, run, &tasks[i]);
  }
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
    sum += *tasks[i].out;
    free(tasks[i].out);
  }
  return sum > 100;
}
