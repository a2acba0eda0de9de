// VERDICT: unknown: nothing is known to end the wait
// Who waits for a thread that waits for a lock of its own never gets on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *stop(void *unused) {
  do {
    pthread_mutex_lock(&lock);
  } while (1);
  return unused;
}

static void *run(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, stop, NULL);
  pthread_join(thread, NULL);
  number = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  while (1) number = 2;
}
