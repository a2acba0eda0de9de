// The worker is joined by a second thread, which main joins.
#include <pthread.h>

static pthread_t worker_handle;
static int total;

static void *worker(void *arg) {
  total = 1;
  return arg;
}

static void *waiter(void *arg) {
  pthread_join(worker_handle, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&worker_handle, NULL, worker, NULL);
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return total++;
}
