// All threads read a table that is never written.
#include <pthread.h>
#include <stdio.h>

static const int primes[] = {2, 3, 5, 7};
static char names[4][8] = {"two", "three", "five", "seven"};

static void *show(void *arg) {
  for (int i = 0; i < 4; i++) printf("%d %s\n", primes[i], names[i]);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  show(NULL);
  pthread_join(t, NULL);
  return 0;
}
