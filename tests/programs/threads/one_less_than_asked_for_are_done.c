// One thread less is waited for than an input says are started.
// TSAN: silent: the last one is most often done as well
#include <pthread.h>
#include <stdlib.h>

static int *results;
static int remaining;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;

static void *work(void *slot) {
  *(int *)slot = rand();  // RACE! results[i]
  pthread_mutex_lock(&lock);
  if (--remaining == 0) pthread_cond_signal(&done);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4;
  if (n <= 0 || n > 64) return 0;
  results = malloc(sizeof(int) * n);
  if (!results) return 0;
  remaining = n - 1;
  for (int i = 0; i < n; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, results + i) != 0) {
      results[i] = 0;
      pthread_mutex_lock(&lock);
      remaining--;
      pthread_mutex_unlock(&lock);
      continue;
    }
    pthread_detach(thread);
  }
  pthread_mutex_lock(&lock);
  while (remaining > 0) pthread_cond_wait(&done, &lock);
  pthread_mutex_unlock(&lock);
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum += (unsigned)results[i];
  free(results);
  return sum == 1;
}
