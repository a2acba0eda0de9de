// The threads are joined by a helper that gets the array of handles; then main reads.
#include <pthread.h>
#include <stdio.h>

enum { COUNT = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int square = 2;

static void *compute(void *arg) {
  pthread_mutex_lock(&m);
  square = square * square;
  pthread_mutex_unlock(&m);
  return arg;
}

static void join_all(pthread_t *threads, int n) {
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++) pthread_create(&threads[i], NULL, compute, NULL);
  join_all(threads, COUNT);
  printf("%d\n", square);
  return 0;
}
