// Who was told at the barrier of the round before sums up while others write their parts.
#include <pthread.h>
#include <stdio.h>

#define THREADS 2
#define ROUNDS 3

static int part[THREADS], sums[THREADS];
static pthread_barrier_t barrier;

static void *run(void *arg) {
  int id = (int)(long)arg;
  int told = 0;
  for (int round = 0; round < ROUNDS; round++) {
    if (told == PTHREAD_BARRIER_SERIAL_THREAD) sums[id] += part[0] + part[1];
    part[id] += round;  // RACE! part[]
    told = pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%d\n", sums[0] + sums[1]);
  return 0;
}
