// A flag behind functions that set and get it under a lock: what was done before it was set is seen
// by who found it set. The value to set comes from the caller.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int blocks;

static void set_done(int value) {
  pthread_mutex_lock(&m);
  done = value;
  pthread_mutex_unlock(&m);
}

static int get_done(void) {
  pthread_mutex_lock(&m);
  int value = done;
  pthread_mutex_unlock(&m);
  return value;
}

static void *writer(void *arg) {
  for (;;) {
    if (get_done() == 1) break;
  }
  printf("%d\n", blocks);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  blocks = 3;
  blocks++;
  set_done(1);
  pthread_join(t, NULL);
  return 0;
}
