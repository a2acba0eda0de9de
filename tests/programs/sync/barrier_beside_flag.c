// Two threads swap grids between two meetings, and a flag that is released stops them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define N 2
static pthread_barrier_t barrier;
static int grids[2][N];
static int *now = grids[0], *next = grids[1];
static atomic_int stop;
static int rounds;

static void *step(void *arg) {
  int id = *(int *)arg;
  while (!atomic_load_explicit(&stop, memory_order_acquire)) {
    next[id] = now[0] + now[1];
    pthread_barrier_wait(&barrier);
    if (id == 0) {
      int *old = now;
      now = next;
      next = old;
      if (++rounds == 3) atomic_store_explicit(&stop, 1, memory_order_release);
    }
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  int ids[N];
  grids[0][0] = 1;
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++) {
    ids[i] = i;
    pthread_create(&t[i], NULL, step, &ids[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  printf("%d %d\n", now[0], now[1]);
  return 0;
}
