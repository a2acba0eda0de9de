// A lock is made by who finds that there is none yet: two threads may do so at once.
// TODAY: unknown: what the library does is not known
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);  // TSAN: silent: the library does not exist

static pthread_mutex_t *lock;
static long files;

static void begin(void) {
  if (lock == NULL) {  // RACE! lock
    lock = malloc(sizeof *lock);  // RACE! lock
    pthread_mutex_init(lock, NULL);
  }
  pthread_mutex_lock(lock);
}

static void count(long number) {
  begin();
  files += number;  // MISSED files: the locks are taken for one, as far as can be told
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

  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return files > 5;
}
