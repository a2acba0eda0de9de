// A lock is taken unless there is one thread only.
// VERDICT: unknown: that the number of threads decides on both is not followed
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct settings {
  int threads;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long bytes;

static void count(const struct settings *settings) {
  for (int i = 0; i < 10; ++i) {
    if (settings->threads > 1) pthread_mutex_lock(&m);
    bytes += i;
    if (settings->threads > 1) pthread_mutex_unlock(&m);
  }
}

static void *work(void *arg) {
  count(arg);
  return NULL;
}

int main(int argc, char **argv) {
  static struct settings settings;
  static pthread_t threads[64];
  long given = 0;
  read_options(&given);
  settings.threads = argc > 1 ? atoi(argv[1]) : 1;
  if (settings.threads > 64) return 1;
  for (int i = 1; i < settings.threads; ++i) pthread_create(&threads[i], NULL, work, &settings);
  count(&settings);
  for (int i = 1; i < settings.threads; ++i) pthread_join(threads[i], NULL);
  return 0;
}
