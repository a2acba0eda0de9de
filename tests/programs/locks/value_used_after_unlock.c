// Only the address is taken under the lock; the value is read after the unlock.
#include <pthread.h>
#include <stdio.h>

struct sample { int x, y; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct sample last;

static void *measure(void *arg) {
  pthread_mutex_lock(&m);
  last.y = 4; // RACE! last.y
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  const struct sample *now;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, measure, NULL);
  now = &last;
  pthread_mutex_unlock(&m);
  printf("%d\n", now->y); // RACE! last.y
  pthread_join(t, NULL);
  return 0;
}
