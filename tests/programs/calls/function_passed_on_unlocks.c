// The lock is given back by a function that is passed on.
#include <pthread.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void apply(int (*action)(pthread_mutex_t *), pthread_mutex_t *to) { action(to); }

static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    apply(pthread_mutex_unlock, &lock);
    count++;  // RACE! count
  }
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t threads[8];
  int started = 0;
  while (started < 8 && started < argc + 3) {
    pthread_create(&threads[started++], NULL, work, NULL);
  }
  while (started > 0) pthread_join(threads[--started], NULL);
  return 0;
}
