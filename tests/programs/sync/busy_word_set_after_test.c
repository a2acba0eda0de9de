// TSAN: silent: the word orders the threads in nearly all schedules
// VERDICT: unknown: the order of test and store is not followed
// The word is looked at in one critical section and set in the next.
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int busy, count;

static void *work(void *arg) {
  int before;
  do {
    pthread_mutex_lock(&guard);
    before = busy;
    pthread_mutex_unlock(&guard);
    pthread_mutex_lock(&guard);
    busy = 1;
    pthread_mutex_unlock(&guard);
  } while (before);
  count++; // RACE! count
  pthread_mutex_lock(&guard);
  busy = 0;
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
