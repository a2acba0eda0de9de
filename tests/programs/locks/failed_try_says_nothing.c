// VERDICT: unknown: in executions a try fails only if the lock is taken
// A try that fails orders nothing: the lock may be taken by a store that came before the other.
#include <pthread.h>

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *worker(void *unused) {
  result = 5;  // RACE! result
  pthread_mutex_lock(&busy);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (pthread_mutex_trylock(&busy) == 0) {
    pthread_mutex_unlock(&busy);
  }
  const int sum = result;
  pthread_join(thread, NULL);
  return sum;
}
