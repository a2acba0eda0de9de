// VERDICT: unknown: locks are not counted over the turns of loops
// Taken once, then as often as it is given back in a loop: it is still held.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
static pthread_mutex_t m;
static int steps, done;

static void *work(void *arg) {
  const int n = 1000;
  pthread_mutex_lock(&m);
  for (int i = 0; i < n; i++) pthread_mutex_lock(&m);
  for (int i = 0; i < n; i++) {
    pthread_mutex_unlock(&m);
    steps++;
  }
  done++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[4];
  pthread_mutexattr_t recursive;
  long count;
  read_options(&count);
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &recursive);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
