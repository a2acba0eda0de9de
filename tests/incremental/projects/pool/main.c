#include <stdlib.h>
#include "pool.h"
#include "stats.h"

#define TASKS 8

struct sum {
  pthread_mutex_t lock;
  long value;
};

static struct sum sum = {PTHREAD_MUTEX_INITIALIZER, 0};
static int last_input;
static const int weights[4] = {1, 2, 3, 4};

static void add(void *argument) {
  int input = *(int *)argument;
  if (input < 0)
    stats_fail("negative");
  pthread_mutex_lock(&sum.lock);
  sum.value += input * weights[input & 3];
  pthread_mutex_unlock(&sum.lock);
  last_input = input;
  free(argument);
}

static void skip(void *argument) {
  free(argument);
}

static struct task *make_task(int input) {
  struct task *task = malloc(sizeof *task);
  int *copy = malloc(sizeof *copy);
  *copy = input;
  task->argument = copy;
  if (input > TASKS)
    task->run = skip;
  else
    task->run = add;
  return task;
}

int main(int argc, char **argv) {
  struct pool pool;
  (void)argv;
  if (pool_open(&pool, 3) != 0)
    return 1;
  for (int i = 0; i < TASKS + argc; i++)
    pool_submit(&pool, make_task(i));
  pool_close(&pool);
  return stats_total() != TASKS || sum.value == 0 || stats_failures > 0;
}
