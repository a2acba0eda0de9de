// Each side writes its own cell before the barrier and reads the other one after it.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t line;
static int red, blue;

static void *team_red(void *arg) {
  red = 1;
  pthread_barrier_wait(&line);
  printf("blue %d\n", blue);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&line, NULL, 2);
  pthread_create(&t, NULL, team_red, NULL);
  blue = 2;
  pthread_barrier_wait(&line);
  printf("red %d\n", red);
  pthread_join(t, NULL);
  pthread_barrier_destroy(&line);
  return 0;
}
