// A pointer goes through the handles, but starts behind the first.
#include <pthread.h>
#include <stdlib.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    total++;  // RACE! total
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void join_all(pthread_t *at, pthread_t *end) {
  for (; at != end; at++) pthread_join(*at, NULL);
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t *threads = malloc(argc * sizeof *threads);
  for (int i = 0; i < argc; i++) pthread_create(&threads[i], NULL, work, NULL);
  join_all(threads + 1, threads + argc);
  const int seen = total;  // RACE! total
  pthread_join(threads[0], NULL);
  free(threads);
  return seen < 0;
}
