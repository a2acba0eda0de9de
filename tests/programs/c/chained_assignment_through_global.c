// The middle of a chained assignment is a global that the other thread assigns too.
#include <pthread.h>
#include <stdio.h>

static int middle, thread_end, main_end;

static void *work(void *arg) {
  thread_end = middle = 4; // RACE! middle
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  main_end = middle = 5; // RACE! middle
  pthread_join(t, NULL);
  printf("%d\n", middle);
  return thread_end + main_end != 9;
}
