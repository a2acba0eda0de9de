// A backward goto repeats the part between lock and unlock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tries;

static void *attempt(void *arg) {
  int left = 3;
again:
  pthread_mutex_lock(&m);
  tries++;
  pthread_mutex_unlock(&m);
  if (--left > 0) goto again;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, attempt, NULL);
  pthread_create(&b, NULL, attempt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return tries != 6;
}
