// The helper waits for work and starts the worker, which waits for work as well: main has set the
// limit by then. Whether there is work follows from a number in a way that is not followed.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, limit;

static int take(void) {
  pthread_mutex_lock(&lock);
  if (count % 3 == 0) {
    pthread_mutex_unlock(&lock);
    return 0;
  }
  count += 3;
  pthread_mutex_unlock(&lock);
  return 1;
}

static void *work(void *arg) {
  while (!take()) {
  }
  return limit > 0 ? arg : NULL;
}

static void *help(void *arg) {
  pthread_t t;
  while (!take()) {
  }
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, help, NULL);
  limit = difftime(time(NULL), 0) < 0.5 ? 1 : 2;
  pthread_mutex_lock(&lock);
  count = 4;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
