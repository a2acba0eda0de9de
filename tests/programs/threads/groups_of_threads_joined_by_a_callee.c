// Two groups of threads, each started by a loop of its own, with the handles in one array: a callee
// waits for all of them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static long value, seen;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  const long found = value;
  pthread_rwlock_unlock(&lock);
  pthread_mutex_lock(&seen_lock);
  seen += found;
  pthread_mutex_unlock(&seen_lock);
  return unused;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  ++value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void wait_for(pthread_t *threads, size_t count) {
  for (size_t i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  const size_t group = argc > 1 ? strtoul(argv[1], NULL, 10) % 1000 : 20;
  pthread_t *threads = malloc(2 * group * sizeof *threads);
  if (threads == NULL) return 1;
  for (size_t i = 0; i < group; ++i) pthread_create(&threads[i], NULL, reader, NULL);
  for (size_t i = 0; i < group; ++i) pthread_create(&threads[group + i], NULL, writer, NULL);
  wait_for(threads, 2 * group);
  printf("%ld %ld\n", value, seen);
  free(threads);
  return 0;
}
