// Each thread goes on with its two pointers exchanged, in the same step as the others.
#include <pthread.h>
#include <stdlib.h>

#define N 64
#define T 4
static int a[N], b[N];
static int steps;
static pthread_barrier_t barrier;

static void *work(void *arg) {
  int id = *(int *)arg;
  int *now = a, *next = b;
  for (int s = 0; s < steps; s++) {
    for (int i = id * (N / T); i < (id + 1) * (N / T); i++) next[i] = now[i] + now[(i + 1) % N];
    pthread_barrier_wait(&barrier);
    int *old = now;
    now = next;
    next = old;
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[T];
  static int id[T];
  steps = argc > 1 ? atoi(argv[1]) : 8;
  pthread_barrier_init(&barrier, NULL, T);
  for (int i = 0; i < T; i++) {
    id[i] = i;
    pthread_create(&t[i], NULL, work, &id[i]);
  }
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return 0;
}
