// Two once flags with the same initialiser let it run in two threads.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once_here = PTHREAD_ONCE_INIT;
static pthread_once_t once_there = PTHREAD_ONCE_INIT;
static int prepared;

static void prepare(void) {
  prepared++; // RACE! prepared
}

static void *use(void *arg) {
  pthread_once(&once_there, prepare);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, NULL);
  pthread_once(&once_here, prepare);
  pthread_join(t, NULL);
  printf("%d\n", prepared);
  return 0;
}
