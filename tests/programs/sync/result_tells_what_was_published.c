// Whether there is an item follows from a number in a way that is not followed, but the function
// says so, and main has set the limit by then.
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
  return limit > 0 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  limit = getenv("LIMIT") == NULL ? 10 : atoi(getenv("LIMIT"));
  pthread_mutex_lock(&lock);
  count = 4;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
