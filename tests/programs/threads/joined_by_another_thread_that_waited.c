// The reader joins a thread, started by main, that has waited for the writer.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int number;
static sem_t ready;
static pthread_t between;

static void *writer(void *text) {
  for (long i = atol(text); i > 0; i--) number += (int)i;
  sem_post(&ready);
  return NULL;
}

static void *waiter(void *arg) {
  sem_wait(&ready);
  return arg;
}

static void *reader(void *arg) {
  pthread_join(between, NULL);
  number++;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  pthread_create(&between, NULL, waiter, NULL);
  pthread_create(&a, NULL, writer, argv[argc - 1]);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
