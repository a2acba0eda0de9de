// After a time-out of pthread_mutex_timedlock nothing is touched.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long ticks;

static void *tick(void *arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  if (pthread_mutex_timedlock(&m, &until) != 0) return NULL;
  ticks++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, tick, NULL);
  pthread_mutex_lock(&m);
  ticks += 100;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return ticks == 0;
}
