// Main sets the limit when the worker may have been told that there is an item.
// VERDICT: unknown: reached depending on what another thread published
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, limit;

static int take(void) {
  pthread_mutex_lock(&lock);
  if (count % 3 == 0) {
    pthread_mutex_unlock(&lock);
    return 0;
  }
  count -= 1;
  pthread_mutex_unlock(&lock);
  return 1;
}

static void *work(void *arg) {
  while (!take()) {
  }
  return limit > 0 ? arg : NULL; // RACE! limit
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  count = 4;
  pthread_mutex_unlock(&lock);
  limit = getenv("LIMIT") == NULL ? 10 : atoi(getenv("LIMIT")); // RACE! limit
  pthread_join(t, NULL);
  return 0;
}
