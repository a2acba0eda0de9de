// The wrapper picks the mutex by a number, and the callers name different numbers.
#include <pthread.h>

static pthread_mutex_t front = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t back = PTHREAD_MUTEX_INITIALIZER;
static int visitors;

static pthread_mutex_t *door(int which) { return which == 0 ? &front : &back; }
static void enter(int which) { pthread_mutex_lock(door(which)); }
static void leave(int which) { pthread_mutex_unlock(door(which)); }

static void *visit(void *arg) {
  enter(1);
  visitors++; // RACE! visitors
  leave(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, visit, NULL);
  enter(0);
  visitors += 2; // RACE! visitors
  leave(0);
  pthread_join(t, NULL);
  return visitors == 0;
}
