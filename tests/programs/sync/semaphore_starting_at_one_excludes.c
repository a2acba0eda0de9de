// A semaphore that starts at 1 is used like a lock.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t turn;
static int cups;

static void *wash(void *arg) {
  sem_wait(&turn);
  cups++;
  sem_post(&turn);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&turn, 0, 1);
  pthread_create(&a, NULL, wash, NULL);
  pthread_create(&b, NULL, wash, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&turn);
  printf("%d\n", cups);
  return 0;
}
