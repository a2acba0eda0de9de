// All threads but the main one do it directly.
#include <pthread.h>

static pthread_t main_thread;
static int queue;

static void next(void) {
  if (!pthread_equal(pthread_self(), main_thread)) queue++;  // RACE! queue
}

static void *worker(void *arg) {
  next();
  return arg;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
