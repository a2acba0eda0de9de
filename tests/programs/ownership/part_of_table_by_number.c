// Threads are handed their numbers and find their parts of a table by them.
#include <pthread.h>
#include <stdlib.h>

#define COUNT 16

struct task {
  int from, to;
  long sum;
};

static struct task tasks[COUNT];
static int data[1600];

static void *run(void *arg) {
  struct task *task = &tasks[(long)arg];
  for (int i = task->from; i < task->to; i++) {
    data[i] += i;
    task->sum += data[i];
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[COUNT];
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  for (int i = 0; i < COUNT; i++) {
    tasks[i].from = i * 100;
    tasks[i].to = (i + 1) * 100;
    pthread_create(&threads[i], NULL, run, (void *)(long)i);
  }
  for (int i = 0; i < COUNT; i++) {
    pthread_join(threads[i], NULL);
    sum += tasks[i].sum;
  }
  return sum > 100;
}
