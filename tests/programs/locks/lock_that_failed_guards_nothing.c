// VERDICT: unknown: in executions locking does not fail
// TSAN: silent: locking does not fail
// Who finds that locking failed has no lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;  // MISSED total: locking does not fail
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  if (pthread_mutex_lock(&mutex) != 0) {
    total = -1;
  } else {
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  return total;
}
