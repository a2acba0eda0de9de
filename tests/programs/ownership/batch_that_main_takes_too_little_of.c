// While it is alone, main takes fewer elements than it works on.
#include <pthread.h>
#include <stdatomic.h>

#define N 1000
#define BATCH 16
#define T 4

static int a[N + BATCH];
static atomic_int next;

static void *work(void *arg) {
  for (;;) {
    int begin = atomic_fetch_add(&next, BATCH);
    if (begin >= N) break;
    for (int i = begin; i < begin + BATCH; i++) a[i] += i;  // RACE! a[]
  }
  return arg;
}

int main(void) {
  pthread_t t[T];
  int mine = atomic_fetch_add(&next, 1);
  for (int i = 0; i < T; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = mine; i < mine + BATCH; i++) a[i] += i;  // RACE! a[]
  for (int i = 0; i < T; i++) pthread_join(t[i], NULL);
  return a[0];
}
