// VERDICT: unknown: whether the thread was started is told by results, and which one it is by a number
// Two procedures each start a thread by way of another one, and wait for it unless it could not be
// started.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
  pthread_t thread;
  int input;
};
static struct task tasks[4];
static int level;

static int count(int n) {
  int bits = 0;
  for (; n > 0; n &= n - 1) bits++;
  return bits & 3;
}

static int work(int input) {
  level = input;
  return level;
}

static void *run_task(void *arg) {
  struct task *task = arg;
  return (void *)(long)work(task->input);
}

static int start(struct task *task) {
  char *name = malloc(16);
  if (name == NULL) return -1;
  if (pthread_create(&task->thread, NULL, run_task, task)) {
    puts("cannot start");
    goto error;
  }
  free(name);
  return 0;

error:
  free(name);
  return -1;
}

static int finish(struct task *task) {
  void *result;
  if (pthread_join(task->thread, &result)) puts("cannot wait");
  return (int)(long)result;
}

static int first(int input) {
  struct task *task = &tasks[count(input)];
  task->input = input;
  int code = start(task);
  if (code) return code;
  return finish(&tasks[count(input)]);
}

static int second(int input) {
  struct task *task = &tasks[count(input)];
  task->input = input;
  if (start(task)) return -1;
  puts("started");
  return finish(&tasks[count(input)]);
}

typedef int (*command)(int);
static const command commands[] = {first, second};

int main(int argc, char **argv) {
  commands[argc % 2](argc);
  first(1);
  second(2);
  return 0;
}
