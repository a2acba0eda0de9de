// Main looks twice whether the thread has ended, and goes on in any case.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

int result;
static int turns;

static void *work(void *arg) {
  result = 1;  // RACE! result
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (turns = 0; turns < 2 && pthread_tryjoin_np(thread, NULL) == EBUSY; turns++) {
  }
  result = 2;  // RACE! result
  return 0;
}
