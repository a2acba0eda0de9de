// A _Thread_local counter is another variable in each thread.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int calls;

static void step(void) { calls++; }

static void *walk(void *arg) {
  step();
  step();
  *(int *)arg = calls;
  return NULL;
}

int main(void) {
  pthread_t t;
  int theirs = 0;
  pthread_create(&t, NULL, walk, &theirs);
  step();
  pthread_join(t, NULL);
  printf("%d %d\n", calls, theirs);
  return 0;
}
