// The worker is started at once, and main sets the limit while it runs.
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
  return limit > 0 ? arg : NULL; // RACE! limit
}

static void *help(void *arg) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  while (!take()) {
  }
  pthread_join(t, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, help, NULL);
  limit = difftime(time(NULL), 0) < 0.5 ? 1 : 2; // RACE! limit
  pthread_mutex_lock(&lock);
  count = 4;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
