// TODAY: unknown: nothing is executed
// The tasks that a loop made have one box in common.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct box {
  int count;
};
struct task {
  struct box *box;
};

static void *run(void *arg) {
  struct task *task = arg;
  task->box->count++;  // RACE! box.count
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 4 || n > 64) return 1;
  struct task *tasks[64];
  struct box *box = calloc(1, sizeof *box);
  for (int i = 0; i < n; i++) {
    tasks[i] = calloc(1, sizeof *tasks[i]);
    tasks[i]->box = box;
  }
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, run, tasks[i]);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
