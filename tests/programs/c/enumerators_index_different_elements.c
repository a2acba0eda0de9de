// Enumerators are constants, here the indices of different elements.
#include <pthread.h>
#include <stdio.h>

enum season { SPRING, SUMMER, AUTUMN, WINTER, SEASONS };
static int days[SEASONS] = {[SUMMER] = 93, [WINTER] = 89};

static void *turn(void *arg) {
  days[WINTER]++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, turn, NULL);
  if (days[SUMMER] > 92) puts("long");
  pthread_join(t, NULL);
  return 0;
}
