// Two locks and two unlocks of a recursive mutex: it is free again at the access.
#include <pthread.h>

static pthread_mutex_t m;
static int depth_sum;

static void leave_all(void) {
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
}

static void *outer(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  leave_all();
  depth_sum += 10; // RACE! depth_sum
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_create(&a, NULL, outer, NULL);
  pthread_create(&b, NULL, outer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return depth_sum == 0;
}
