// The value of the statement expression is the variable itself, read after the unlock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int depth;

static void *dive(void *arg) {
  int now = ({
    pthread_mutex_lock(&m);
    depth += 10; // RACE! depth
    pthread_mutex_unlock(&m);
    depth; // RACE! depth
  });
  printf("%d\n", now);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, dive, NULL);
  pthread_create(&b, NULL, dive, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
