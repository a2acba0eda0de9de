// The failure count is kept after the clean-up label has released the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int limit = 3, used, failures;

static int reserve(int n) {
  int rc = -1;
  pthread_mutex_lock(&m);
  if (used + n > limit) goto out;
  used += n;
  rc = 0;
out:
  pthread_mutex_unlock(&m);
  if (rc != 0) failures++; // RACE! failures
  return rc;
}

static void *client(void *arg) {
  reserve(5);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return failures == 0;
}
