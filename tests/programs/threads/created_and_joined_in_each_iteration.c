// A loop creates a thread and joins it in the same iteration, so they never overlap.
#include <pthread.h>
#include <stdio.h>

static int rounds;

static void *round_trip(void *arg) {
  rounds++;
  return arg;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    pthread_t t;
    if (pthread_create(&t, NULL, round_trip, NULL) != 0) return 1;
    pthread_join(t, NULL);
  }
  printf("%d\n", rounds);
  return 0;
}
