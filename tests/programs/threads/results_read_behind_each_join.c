// Main reads what each thread left as soon as that one has ended, while others still run. Who comes to
// the slot alone uses it, more often than can be gone through one by one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3

struct worker {
  pthread_t thread;
  long sum;
};

static atomic_int users;
static long slot;

static void *work(void *arg) {
  struct worker *w = arg;
  for (int i = 0; i < 2000; i++) {
    if (atomic_fetch_add(&users, 1) == 0) {
      slot += i;
      w->sum += slot;
    }
    atomic_fetch_sub(&users, 1);
  }
  return NULL;
}

static void start(struct worker *w) {
  pthread_create(&w->thread, NULL, work, w);
}

int main(void) {
  struct worker *workers = calloc(N, sizeof *workers);
  long sum = 0;
  for (int i = 0; i < N; i++) start(&workers[i]);
  for (int i = 0; i < N; i++) {
    pthread_join(workers[i].thread, NULL);
    sum += workers[i].sum;
  }
  printf("%ld\n", sum);
  free(workers);
  return 0;
}
