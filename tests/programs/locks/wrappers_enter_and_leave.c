// Locking and unlocking are hidden in two layers of functions.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int visitors;

static void must(int status) {
  if (status != 0) abort();
}
static void lock(pthread_mutex_t *m) { must(pthread_mutex_lock(m)); }
static void unlock(pthread_mutex_t *m) { must(pthread_mutex_unlock(m)); }
static void enter(void) { lock(&gate); }
static void leave(void) { unlock(&gate); }

static void *visit(void *arg) {
  enter();
  visitors++;
  leave();
  return arg;
}

int main(void) {
  pthread_t a, b;
  must(pthread_create(&a, NULL, visit, NULL));
  must(pthread_create(&b, NULL, visit, NULL));
  must(pthread_join(a, NULL));
  must(pthread_join(b, NULL));
  return visitors != 2;
}
