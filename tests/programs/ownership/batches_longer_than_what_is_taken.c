// Each takes so many elements at once, and goes on to the first one of the next batch.
#include <pthread.h>
#include <stdatomic.h>

#define N 100000
#define BATCH 16
#define T 4
static int a[N + 1];
static atomic_int next;

static void *work(void *arg) {
  for (;;) {
    int begin = atomic_fetch_add(&next, BATCH);
    if (begin >= N) break;
    int end = begin + BATCH < N ? begin + BATCH : N;
    for (int i = begin; i <= end; i++) a[i] += i;  // RACE! a[]
  }
  return arg;
}

int main(void) {
  pthread_t t[T];
  for (int i = 0; i < T; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return a[0];
}
