// Each takes so many elements at once under a lock, the last time fewer.
#include <pthread.h>

#define N 1000
#define BATCH 16
#define T 4
static int a[N];
static int next;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int begin = next;
    next += BATCH;
    pthread_mutex_unlock(&m);
    if (begin >= N) break;
    int end = begin + BATCH;
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
