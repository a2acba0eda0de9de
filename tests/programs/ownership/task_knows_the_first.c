// TODAY: unknown: nothing is executed
// Each task knows the first one, which a function has made as it did the others.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct task {
  int count;
  struct task *first;
};
static void *run(void *arg);

static pthread_t start(struct task **made, struct task *first) {
  pthread_t thread;
  *made = calloc(1, sizeof **made);
  (*made)->first = first;
  pthread_create(&thread, NULL, run, *made);
  return thread;
}

static void *run(void *arg) {
  struct task *task = arg;
  if (task->first != NULL) task->first->count++;  // MISSED task.count: only possible
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 4 || n > 64) return 1;
  struct task *tasks[64];
  for (int i = 0; i < n; i++) threads[i] = start(&tasks[i], i > 0 ? tasks[0] : NULL);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
