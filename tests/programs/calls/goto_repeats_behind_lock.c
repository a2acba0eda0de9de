// A backward goto leads to a place behind the lock, which was released meanwhile.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tries;

static void *attempt(void *arg) {
  int left = 3, locked = 1;
  pthread_mutex_lock(&m);
again:
  tries++; // RACE! tries
  if (locked) pthread_mutex_unlock(&m);
  locked = 0;
  if (--left > 0) goto again;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, attempt, NULL);
  pthread_create(&b, NULL, attempt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return tries == 0;
}
