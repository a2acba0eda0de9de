// VERDICT: unknown: in executions each wait ends with a signal
// TSAN: silent: waits hardly ever end without a signal
// A wait on a condition may end by itself, so it has to be repeated.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_ready, result;

static void *worker(void *unused) {
  result = 5;  // RACE! result
  pthread_mutex_lock(&mutex);
  is_ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (!is_ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  const int sum = result;
  pthread_join(thread, NULL);
  return sum;
}
