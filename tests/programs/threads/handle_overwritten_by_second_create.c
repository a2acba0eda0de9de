// The same handle is used for two threads, so the first one is never joined.
#include <pthread.h>
#include <stdio.h>

static int answer, idle;

static void *think(void *arg) {
  answer = 42; // RACE! answer
  return arg;
}
static void *rest(void *arg) {
  idle = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, think, NULL);
  pthread_create(&t, NULL, rest, NULL);
  pthread_join(t, NULL);
  printf("%d %d\n", idle, answer); // RACE! answer
  return 0;
}
