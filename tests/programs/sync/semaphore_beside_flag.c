// A slot that goes round by semaphores, with a table that is made once, beside a state that is
// published with release.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static sem_t is_empty, is_full;
static int slot;
static atomic_int state;
static int reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int weights[3];

static void make_weights(void) {
  for (int i = 0; i < 3; i++) weights[i] = i + 1;
}

static void *consumer(void *arg) {
  long sum = 0;
  for (int i = 0; i < 3; i++) {
    sem_wait(&is_full);
    pthread_once(&once, make_weights);
    sum += slot * weights[i];
    slot = 0;
    sem_post(&is_empty);
  }
  if (atomic_load_explicit(&state, memory_order_acquire) == 2) sum += reason;
  printf("%ld\n", sum);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&is_empty, 0, 1);
  sem_init(&is_full, 0, 0);
  pthread_create(&t, NULL, consumer, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait(&is_empty);
    pthread_once(&once, make_weights);
    slot = i + weights[0];
    sem_post(&is_full);
  }
  reason = 5;
  atomic_store_explicit(&state, 2, memory_order_release);
  pthread_join(t, NULL);
  return 0;
}
