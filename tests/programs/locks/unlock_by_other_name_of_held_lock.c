// VERDICT: unknown: in which order the two names are used is not kept
// The callee takes the lock by one parameter and gives it back by the other; both are one mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(pthread_mutex_t *taken, pthread_mutex_t *given) {
  pthread_mutex_lock(taken);
  pthread_mutex_unlock(given);
  total++; // RACE! total
}

static void *work(void *arg) {
  add(&m, &m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  total++; // RACE! total
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return total;
}
