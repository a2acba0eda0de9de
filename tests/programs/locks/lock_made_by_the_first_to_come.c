// A lock is made by who finds that there is none yet, and main is the first to do so.
// TODAY: unknown: it could be made again, as far as the analysis can tell
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);  // TSAN: silent: the library does not exist

static pthread_mutex_t *lock;
static long files;

static void begin(void) {
  if (lock == NULL) {
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
  }
  pthread_mutex_lock(lock);
}

static void count(long number) {
  begin();
  files += number;
  pthread_mutex_unlock(lock);
}

static void *work(void *arg) {
  for (int i = 0; i < 10; i++) count(1);
  return arg;
}

int main(void) {
  pthread_t t[2];
  long options[2] = {0, 0};
  read_options(options);
  count(options[0]);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return files > 5;
}
