// Every way to the clean-up label still holds the lock, also the early exits.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int limit = 3, used, failures;

static int reserve(int n) {
  int rc = -1;
  pthread_mutex_lock(&m);
  if (n <= 0) goto out;
  if (used + n > limit) {
    failures++;
    goto out;
  }
  used += n;
  rc = 0;
out:
  pthread_mutex_unlock(&m);
  return rc;
}

static void *client(void *arg) {
  reserve(2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return used + failures != 3;
}
