// The handle that decides who works directly is set to a worker's as well.
#include <pthread.h>

static pthread_t owner;
static int queue;

static void *worker(void *arg) {
  if (pthread_equal(pthread_self(), owner)) queue++;  // RACE! queue
  return arg;
}

int main(void) {
  owner = pthread_self();
  pthread_t thread;
  pthread_create(&owner, NULL, worker, NULL);
  thread = owner;
  queue++;  // RACE! queue
  pthread_join(thread, NULL);
  return 0;
}
