// A pointer goes through the handles, from the first to behind the last.
#include <pthread.h>
#include <stdlib.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void join_all(pthread_t *at, pthread_t *end) {
  for (; at != end; at++) pthread_join(*at, NULL);
}

int main(int argc, char **argv) {
  (void)argv;
  const int count = argc + 2;
  pthread_t *threads = malloc(count * sizeof *threads), *end = threads;
  for (int i = 0; i < count; i++) pthread_create(end++, NULL, work, NULL);
  join_all(threads, end);
  total++;
  for (pthread_t *at = threads; at < threads + count; at++) pthread_create(at, NULL, work, NULL);
  for (pthread_t *at = threads; at < threads + count; at++) pthread_join(*at, NULL);
  free(threads);
  return total == 0;
}
