// The loop with the write makes rounds for both counts it is given.
#include <pthread.h>

static int laps;

static void run(int rounds) {
  for (int i = 0; i < rounds; i++) laps++; // RACE! laps
}

static void *runner(void *arg) {
  run(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, runner, NULL);
  run(3);
  pthread_join(t, NULL);
  return laps == 0;
}
