// VERDICT: unknown: the lock cannot fail as it is used here
// A caller that looks at the result goes on without the lock if it could not be had.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  if (pthread_mutex_lock(&m) != 0) {
    total--;
  } else {
    total++;
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, NULL);
  return total;
}
