// The shared value is copied under the lock and only the copy is used after it.
#include <pthread.h>
#include <stdio.h>

struct sample { int x, y; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct sample last;

static void *measure(void *arg) {
  struct sample s = {3, 4};
  pthread_mutex_lock(&m);
  last = s;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct sample copy;
  pthread_create(&t, NULL, measure, NULL);
  pthread_mutex_lock(&m);
  copy = last;
  pthread_mutex_unlock(&m);
  printf("%d\n", copy.x + copy.y);
  pthread_join(t, NULL);
  return 0;
}
