// VERDICT: unknown: entry and data of a thread belong together by the row of a table
// Entry and argument of each thread come from a table; no two rows share data.
#include <pthread.h>
#include <stdio.h>

static int apples, pears;

static void *pick(void *arg) {
  *(int *)arg += 1;
  return NULL;
}
static void *eat(void *arg) {
  *(int *)arg -= 1;
  return NULL;
}

static const struct task {
  void *(*entry)(void *);
  void *data;
} tasks[2] = {{pick, &apples}, {eat, &pears}};

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, tasks[i].entry, tasks[i].data);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d %d\n", apples, pears);
  return 0;
}
