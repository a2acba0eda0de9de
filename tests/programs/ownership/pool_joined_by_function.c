// One function starts the threads of a pool, another one joins each and then frees what it worked on.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int number;
  long length;
};

struct pool {
  int count;
  pthread_t *threads;
  struct task **tasks;
};

static void *run(void *arg) {
  struct task *task = arg;
  task->length = task->number * 3;
  return task;
}

static struct pool *start(int count) {
  struct pool *pool = malloc(sizeof *pool);
  pool->count = count;
  pool->threads = malloc(count * sizeof *pool->threads);
  pool->tasks = malloc(count * sizeof *pool->tasks);
  for (int i = 0; i < count; i++) {
    struct task *task = calloc(1, sizeof *task);
    task->number = i;
    pool->tasks[i] = task;
    pthread_create(&pool->threads[i], NULL, run, task);
  }
  return pool;
}

static long finish(struct pool *pool) {
  long total = 0;
  for (int i = 0; i < pool->count; i++) {
    void *result;
    pthread_join(pool->threads[i], &result);
    struct task *task = result;
    total += task->length + pool->tasks[i]->number;
    free(task);
  }
  free(pool->tasks);
  free(pool->threads);
  free(pool);
  return total;
}

int main(int argc, char **argv) {
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  const int count = argc > 1 ? atoi(argv[1]) : 3;
  if (count < 1 || count > 1000) return 1;
  return finish(start(count)) > 100;
}
