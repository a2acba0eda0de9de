// The semaphore that starts at 0 is posted before the write it should announce.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ready;
static int parcel;

static void *pack(void *arg) {
  sem_post(&ready);
  parcel = 17; // RACE! parcel
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  pthread_create(&t, NULL, pack, NULL);
  sem_wait(&ready);
  printf("%d\n", parcel); // RACE! parcel
  pthread_join(t, NULL);
  sem_destroy(&ready);
  return 0;
}
