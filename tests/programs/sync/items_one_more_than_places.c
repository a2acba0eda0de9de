// As items_as_many_as_an_argument_says.c, but one place too many is taken to be free.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { PLACES = 3 };

static int ring[PLACES];
static int in, out;
static sem_t free_places, full_places;
static int items = 50;

static void *produce(void *unused) {
  for (int i = 0; i < items; ++i) {
    sem_wait(&free_places);
    ring[in] = i; // RACE! ring[]
    in = (in + 1) % PLACES;
    sem_post(&full_places);
  }
  return unused;
}

static void *consume(void *sum) {
  for (int i = 0; i < items; ++i) {
    sem_wait(&full_places);
    *(long *)sum += ring[out]; // RACE! ring[]
    out = (out + 1) % PLACES;
    sem_post(&free_places);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t producer, consumer;
  long sum = 0;
  if (argc > 1) items = atoi(argv[1]);
  sem_init(&free_places, 0, PLACES + 1);
  sem_init(&full_places, 0, 0);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, &sum);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return sum > 5;
}
