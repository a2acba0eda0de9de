// VERDICT: unknown: the lock cannot fail as it is used here
// TSAN: silent: locking does not fail
// Who only logs that a lock could not be had goes on without it: a race, but one that needs a lock
// to fail.
#include <pthread.h>
#include <stdio.h>

#define LOCK(mutex)                                            \
  do {                                                         \
    const int error = pthread_mutex_lock(mutex);               \
    if (error != 0) fprintf(stderr, "lock: error %d\n", error); \
  } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long waiting;

static void *add(void *arg) {
  LOCK(&m);
  waiting++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
