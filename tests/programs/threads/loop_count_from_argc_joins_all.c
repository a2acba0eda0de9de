// The number of threads depends on argc, and the joining loop has the same bound.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  sum += 5;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(int argc, char **argv) {
  int n = argc + 2;
  pthread_t *ids = malloc(n * sizeof *ids);
  if (!ids) return 1;
  for (int i = 0; i < n; i++)
    if (pthread_create(&ids[i], NULL, work, NULL) != 0) abort();
  for (int i = 0; i < n; i++)
    pthread_join(ids[i], NULL);
  free(ids);
  printf("%s: %ld\n", argv[0], sum);
  return 0;
}
