// Each takes the number of a block; the last block ends with the array.
#include <pthread.h>
#include <stdatomic.h>

#define N 1000
#define BATCH 16
#define T 4
static int a[N];
static atomic_int next;

static void *work(void *arg) {
  for (;;) {
    int block = atomic_fetch_add(&next, 1);
    int begin = block * BATCH, end = begin + BATCH;
    if (begin >= N) break;
    if (end > N) end = N;
    for (int i = begin; i < end; i++) a[i] += i;
  }
  return arg;
}

int main(void) {
  pthread_t t[T];
  for (int i = 0; i < T; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return a[0];
}
