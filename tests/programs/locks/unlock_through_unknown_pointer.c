// VERDICT: unknown: which lock the uninitialised pointer names is not known
// TSAN: silent: the pointer has no value
// Nobody can say which lock is given back, so none is held for sure afterwards.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  pthread_mutex_t *which;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(which);
  total++; // RACE! total
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  pthread_mutex_lock(&m);
  total++; // RACE! total
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return total;
}
