// Handles of a second set of threads overwrite those of the first, which nobody joins.
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

static void start(pthread_t *threads, int count) {
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
}

static void join(pthread_t *threads, int count) {
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t *threads = malloc(argc * sizeof *threads);
  start(threads, argc);
  start(threads, argc);
  join(threads, argc);
  const int seen = total;  // RACE! total
  free(threads);
  return seen < 0;
}
