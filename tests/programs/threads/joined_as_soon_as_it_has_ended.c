// Main looks whether the thread has ended until it has, with a turn of its own each time.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static int result, turns;

static void *work(void *arg) {
  result = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (pthread_tryjoin_np(thread, NULL) == EBUSY) turns++;
  result = 2;
  return 0;
}
