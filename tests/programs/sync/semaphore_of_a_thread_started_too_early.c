// The thread waits for what another one gives, which is started before the number is there.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int number;
static sem_t ready;

static void *user(void *arg) {
  sem_wait(&ready);
  number++;  // RACE! number
  return arg;
}

static void *giver(void *arg) {
  sem_post(&ready);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, giver, NULL);
  for (long i = atol(argv[argc - 1]); i >= 0; i--) number += (int)i;  // RACE! number
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return number;
}
