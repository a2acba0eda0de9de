// The current value of an enumeration is written by the thread and tested by main.
#include <pthread.h>
#include <stdio.h>

static enum season { SPRING, SUMMER, AUTUMN, WINTER } season = SUMMER;

static void *turn(void *arg) {
  season = AUTUMN; // RACE! season
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, turn, NULL);
  if (season == SUMMER) puts("warm"); // RACE! season
  pthread_join(t, NULL);
  return 0;
}
