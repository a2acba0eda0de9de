// As part_of_table_by_number.c, with parts that are one element too long.
#include <pthread.h>
#include <stdlib.h>

#define COUNT 16

struct task {
  int from, to;
  long sum;
};

static struct task tasks[COUNT];
static int data[1601];

static void *run(void *arg) {
  struct task *task = &tasks[(long)arg];
  for (int i = task->from; i < task->to; i++) data[i] += i;  // RACE! data[]
  return NULL;
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++) {
    tasks[i].from = i * 100;
    tasks[i].to = (i + 1) * 100 + 1;
    pthread_create(&threads[i], NULL, run, (void *)(long)i);
  }
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  return 0;
}
