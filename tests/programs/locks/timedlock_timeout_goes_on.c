// After a time-out of pthread_mutex_timedlock the value is changed all the same.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long ticks;

static void *tick(void *arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  int rc = pthread_mutex_timedlock(&m, &until);
  ticks++; // RACE! ticks
  if (rc == 0) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, tick, NULL);
  ticks += 100; // RACE! ticks
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  return ticks == 0;
}
