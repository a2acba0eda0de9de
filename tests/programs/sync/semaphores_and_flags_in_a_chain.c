// Each thread lets the next one in, by another means: what the first did is done before the last.
// How long they work depends on input, so that executions do not show all.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int handed;
static sem_t ready;
static atomic_int flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;
static pthread_barrier_t meeting;

static long work(const char *text) {
  long sum = 0;
  for (long i = atol(text); i > 0; i--) sum += i * sum + 1;
  return sum;
}

static void *first(void *text) {
  handed = (int)work(text);
  sem_post(&ready);
  return NULL;
}

static void *second(void *text) {
  sem_wait(&ready);
  work(text);
  atomic_store(&flag, 1);
  return NULL;
}

static void *third(void *text) {
  while (!atomic_load(&flag)) work(text);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *fourth(void *text) {
  pthread_mutex_lock(&lock);
  while (!done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  work(text);
  pthread_barrier_wait(&meeting);
  return NULL;
}

static void *last(void *text) {
  pthread_barrier_wait(&meeting);
  handed += (int)work(text);
  return NULL;
}

int main(int argc, char **argv) {
  char *text = argv[argc - 1];
  pthread_t t[5];
  sem_init(&ready, 0, 0);
  pthread_barrier_init(&meeting, NULL, 2);
  pthread_create(&t[0], NULL, first, text);
  pthread_create(&t[1], NULL, second, text);
  pthread_create(&t[2], NULL, third, text);
  pthread_create(&t[3], NULL, fourth, text);
  pthread_create(&t[4], NULL, last, text);
  for (int i = 0; i < 5; i++) pthread_join(t[i], NULL);
  return 0;
}
