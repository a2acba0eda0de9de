// Two functions call each other in turn, all of it under a lock taken around the first call.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ticks, tocks;

static void tock(int left);

static void tick(int left) {
  ticks++;
  if (left > 0) tock(left - 1);
}

static void tock(int left) {
  tocks++;
  if (left > 0) tick(left - 1);
}

static void *clock_work(void *arg) {
  pthread_mutex_lock(&m);
  tick(5);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clock_work, NULL);
  pthread_create(&b, NULL, clock_work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return ticks + tocks != 12;
}
