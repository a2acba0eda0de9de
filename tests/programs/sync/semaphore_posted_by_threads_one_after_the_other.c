// VERDICT: unknown: which of the threads was seen cannot be told
// TSAN: silent: the reader comes after the first of them
// Threads that run one after the other post the same semaphore: who has waited for it comes after
// the first of them only.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready;
static int data;

static void *produce(void *unused) {
  data = 1;  // RACE! data
  sem_post(&ready);
  return unused;
}

static void *consume(void *unused) {
  sem_wait(&ready);
  data = 2;  // RACE! data
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  pthread_create(&a, NULL, consume, NULL);
  if (system("true")) return 1;
  for (int i = 0; i < argc; i++) {
    pthread_create(&b, NULL, produce, NULL);
    pthread_join(b, NULL);
  }
  pthread_join(a, NULL);
  return 0;
}
