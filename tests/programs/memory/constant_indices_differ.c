// The threads use different constant indices of one array.
#include <pthread.h>
#include <stdio.h>

static short seats[3];

static void *take_first(void *arg) {
  seats[0] = 1;
  return arg;
}

static void *take_last(void *arg) {
  seats[2] = 7;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take_first, NULL);
  pthread_create(&b, NULL, take_last, NULL);
  printf("%d\n", seats[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seats[0] + seats[2] != 8;
}
