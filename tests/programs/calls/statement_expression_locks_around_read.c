// A macro with a statement expression locks, reads and unlocks.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int depth_read, depth;

#define LOCKED(expression)             \
  ({                                   \
    pthread_mutex_lock(&m);            \
    __typeof__(expression) value_ = (expression); \
    pthread_mutex_unlock(&m);          \
    value_;                            \
  })

static void *dive(void *arg) {
  int now = LOCKED(depth += 10);
  printf("%d\n", now);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, dive, NULL);
  depth_read = LOCKED(depth);
  pthread_join(t, NULL);
  return depth_read > depth;
}
