// TODAY: unknown: nothing is executed
// Each task has a lock of its own; what they guard is common to all.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct task {
  pthread_mutex_t *lock;
};
static int total;

static void *run(void *arg) {
  struct task *task = arg;
  pthread_mutex_lock(task->lock);
  total++;  // RACE! total
  pthread_mutex_unlock(task->lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 4 || n > 64) return 1;
  struct task *tasks[64];
  for (int i = 0; i < n; i++) {
    tasks[i] = malloc(sizeof *tasks[i]);
    tasks[i]->lock = malloc(sizeof *tasks[i]->lock);
    pthread_mutex_init(tasks[i]->lock, NULL);
  }
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, run, tasks[i]);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
