// A thread posts the semaphore, so main gets past it to where it writes.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int level;

static void *poster(void *arg) {
  sem_post(&ready);
  return arg;
}

static void *reader(void *arg) {
  return level > 2 ? arg : NULL;  // RACE! level
}

int main(void) {
  pthread_t poster_thread, thread;
  sem_init(&ready, 0, 0);
  pthread_create(&poster_thread, NULL, poster, NULL);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&ready);
  level = 3;  // RACE! level
  return 0;
}
