// The body of the do loop takes and releases the lock in every round, also in the first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds_done;

static void *work(void *arg) {
  int i = 0;
  do {
    pthread_mutex_lock(&m);
    rounds_done++;
    pthread_mutex_unlock(&m);
  } while (++i < 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return rounds_done != 6;
}
