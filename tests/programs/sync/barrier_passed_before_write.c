// One side writes its cell only after the barrier, when the other already reads it.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t line;
static int red;

static void *team_red(void *arg) {
  pthread_barrier_wait(&line);
  red = 1; // RACE! red
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&line, NULL, 2);
  pthread_create(&t, NULL, team_red, NULL);
  pthread_barrier_wait(&line);
  printf("red %d\n", red); // RACE! red
  pthread_join(t, NULL);
  pthread_barrier_destroy(&line);
  return 0;
}
