// The lock is taken only if a variable is set in the environment.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static void *store(void *arg) {
  const char *mode = getenv("PROGRAM_IS_CAREFUL");
  if (mode) pthread_mutex_lock(&m);
  cached++; // RACE! cached
  if (mode) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, store, NULL);
  pthread_create(&b, NULL, store, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cached == 0;
}
