// The struct is copied as a whole under the lock that guards its fields, and the copy is used outside.
#include <pthread.h>
#include <stdio.h>

struct point { int x, y; };
static struct point here = {1, 2};
static pthread_mutex_t here_lock = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *arg) {
  pthread_mutex_lock(&here_lock);
  here.x += 4;
  pthread_mutex_unlock(&here_lock);
  return arg;
}

int main(void) {
  pthread_t t;
  struct point copy;
  pthread_create(&t, NULL, move, NULL);
  pthread_mutex_lock(&here_lock);
  copy = here;
  pthread_mutex_unlock(&here_lock);
  copy.x = 0;
  printf("%d %d\n", copy.x, copy.y);
  pthread_join(t, NULL);
  return 0;
}
