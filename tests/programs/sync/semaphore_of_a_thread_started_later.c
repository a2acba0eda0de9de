// The thread waits for what another one gives, which is only started once the number is there.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int number;
static sem_t ready;

static void *user(void *arg) {
  sem_wait(&ready);
  number++;
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
  for (long i = atol(argv[argc - 1]); i > 0; i--) number += (int)i;
  pthread_create(&b, NULL, giver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return number;
}
