// A loop joins the thread of the iteration before, so two of them overlap.
#include <pthread.h>
#include <stdio.h>

static int rounds;

static void *round_trip(void *arg) {
  rounds++; // RACE! rounds
  return arg;
}

int main(void) {
  pthread_t previous, t;
  if (pthread_create(&previous, NULL, round_trip, NULL) != 0) return 1;
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&t, NULL, round_trip, NULL) != 0) return 1;
    pthread_join(previous, NULL);
    previous = t;
  }
  pthread_join(previous, NULL);
  printf("%d\n", rounds);
  return 0;
}
