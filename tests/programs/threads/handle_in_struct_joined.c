// The handle lives in the structure that describes the worker.
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  int result;
};

static void *run(void *arg) {
  struct worker *w = arg;
  w->result = 77;
  return NULL;
}

static void start(struct worker *w) { pthread_create(&w->thread, NULL, run, w); }
static void finish(struct worker *w) { pthread_join(w->thread, NULL); }

int main(void) {
  struct worker one = {.result = 0}, two = {.result = 1};
  start(&one);
  start(&two);
  finish(&two);
  finish(&one);
  printf("%d\n", one.result + two.result);
  return 0;
}
