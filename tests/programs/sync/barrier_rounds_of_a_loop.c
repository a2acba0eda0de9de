// Threads smooth a row in many rounds: each writes its part of the one array and reads the other
// one, then the other way round, and one of them sums up what all have done in between.
#include <pthread.h>
#include <stdio.h>

#define THREADS 3
#define PART 20
#define COUNT (THREADS * PART)
#define ROUNDS 5000

static double row[COUNT + 2], next[COUNT + 2];
static double moved[THREADS], total;
static pthread_barrier_t barrier;

static void smooth(const double *from, double *to, int begin, int end) {
  for (int i = begin; i < end; i++) to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}

static void *run(void *arg) {
  int id = (int)(long)arg;
  int begin = 1 + id * PART, end = begin + PART;
  for (int round = 0; round < ROUNDS; round++) {
    smooth(row, next, begin, end);
    pthread_barrier_wait(&barrier);
    smooth(next, row, begin, end);
    moved[id] = row[begin] - next[begin];
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      double sum = 0;
      for (int i = 0; i < THREADS; i++) sum += moved[i];
      total = sum;
    }
    pthread_barrier_wait(&barrier);
    if (total < 1e-9 && round > 100) break;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  row[0] = row[COUNT + 1] = 100;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%f %f\n", row[COUNT / 2], total);
  return 0;
}
