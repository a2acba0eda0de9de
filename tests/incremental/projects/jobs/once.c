#include <pthread.h>
#include <semaphore.h>
#include "jobs.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t ready;
static int limit;
int jobs_debug;

static void setup(void) {
  sem_init(&ready, 0, 0);
  limit = 10;
}

int jobs_limit(void) {
  pthread_once(&once, setup);
  return limit;
}

void jobs_signal(void) {
  pthread_once(&once, setup);
  sem_post(&ready);
}

void jobs_await(void) {
  pthread_once(&once, setup);
  sem_wait(&ready);
}
