// All sum up after the barrier, not just the one that it tells.
#include <pthread.h>
#include <stdio.h>

#define THREADS 2
#define ROUNDS 3

static int part[THREADS], total;
static pthread_barrier_t barrier;

static void *run(void *arg) {
  int id = (int)(long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    part[id] += round;
    int told = pthread_barrier_wait(&barrier);
    if (told <= 0) total += part[0] + part[1];  // RACE! total
    pthread_barrier_wait(&barrier);
    if (total > 100) break;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%d\n", total);
  return 0;
}
