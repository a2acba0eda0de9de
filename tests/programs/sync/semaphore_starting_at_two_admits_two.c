// A semaphore that starts at 2 lets two threads in at once.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t turn;
static int cups;

static void *wash(void *arg) {
  sem_wait(&turn);
  cups++; // RACE! cups
  sem_post(&turn);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&turn, 0, 2);
  sem_wait(&turn);
  pthread_create(&t, NULL, wash, NULL);
  cups += 2; // RACE! cups
  pthread_join(t, NULL);
  sem_post(&turn);
  sem_destroy(&turn);
  printf("%d\n", cups);
  return 0;
}
