// Main changes one element of the table the thread is reading.
#include <pthread.h>
#include <stdio.h>

static int primes[] = {2, 3, 5, 9};

static void *show(void *arg) {
  for (int i = 0; i < 4; i++)
    printf("%d\n", primes[i]); // RACE! primes[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  primes[3] = 7; // RACE! primes[]
  pthread_join(t, NULL);
  return 0;
}
