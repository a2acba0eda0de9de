// Parts that overlap by one element: each thread works on its part of one array, then of another one,
// by bounds that it reads anew from a record that main handed over.
#include <pthread.h>
#include <stdlib.h>

#define N 64
#define T 4

struct part {
  int begin, end;
};

static int a[N + 1], b[N + 1];
static int steps;
static pthread_barrier_t barrier;

static void *work(void *arg) {
  struct part *part = arg;
  for (int s = 0; s < steps; s++) {
    for (int i = part->begin; i < part->end; i++) b[i] = a[i] + a[i + 1];  // RACE! b[]
    pthread_barrier_wait(&barrier);
    for (int i = part->begin; i < part->end; i++) a[i] = b[i] + b[i + 1];  // RACE! a[]
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[T];
  struct part parts[T];
  steps = argc > 1 ? atoi(argv[1]) : 8;
  pthread_barrier_init(&barrier, NULL, T);
  for (int i = 0; i < T; i++) {
    parts[i].begin = N * i / T;
    parts[i].end = N * (i + 1) / T + (i < T - 1);
    pthread_create(&t[i], NULL, work, &parts[i]);
  }
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return 0;
}
