// The worker is started before what it needs is set up, by whoever comes first.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t worker;
static int size;

static void *work(void *arg) { return size == 1 ? arg : NULL; } // RACE! size

static void set_up(void) {
  if (getenv("HOME") != NULL) puts(getenv("HOME"));
  pthread_create(&worker, NULL, work, NULL);
  size = 1; // RACE! size
}

static void *ask(void *arg) {
  pthread_once(&once, set_up);
  return arg;
}

static void *ask_too(void *arg) {
  pthread_once(&once, set_up);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, ask, NULL);
  pthread_create(&b, NULL, ask_too, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(worker, NULL);
  return 0;
}
