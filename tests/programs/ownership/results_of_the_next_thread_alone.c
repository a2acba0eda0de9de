// TODAY: unknown: nothing is executed
// As results_of_the_next_thread.c, where main may end at once by a number that is not known.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int number;
  long *out;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task *tasks;
static int count;

static void *run(void *arg) {
  struct task *task = arg;
  long *out = malloc(sizeof *out);
  if (out == NULL) abort();
  *out = 0;
  pthread_mutex_lock(&lock);
  tasks[count - 1 - task->number].out = out;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 1000; i++) *out += task->number;  // MISSED *out: only possible
  return NULL;
}

int main(int argc, char **argv) {
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  count = argc > 1 ? atoi(argv[1]) : 30;
  if (count < 1 || count > 64) return 1;
  pthread_t *threads = malloc(count * sizeof *threads);
  tasks = calloc(count, sizeof *tasks);
  for (int i = 0; i < count; i++) {
    tasks[i].number = i;
    pthread_create(&threads[i], NULL, run, &tasks[i]);
  }
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
    pthread_mutex_lock(&lock);
    long *out = tasks[i].out;
    pthread_mutex_unlock(&lock);
    if (out != NULL) sum += *out;
  }
  return sum > 100;
}
