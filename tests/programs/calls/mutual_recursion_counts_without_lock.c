// Two functions call each other in turn; one of them counts without a lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ticks, tocks;

static void tock(int left);

static void tick(int left) {
  pthread_mutex_lock(&m);
  ticks++;
  pthread_mutex_unlock(&m);
  if (left > 0) tock(left - 1);
}

static void tock(int left) {
  tocks++; // RACE! tocks
  if (left > 0) tick(left - 1);
}

static void *clock_work(void *arg) {
  tick(5);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clock_work, NULL);
  pthread_create(&b, NULL, clock_work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return ticks != 6;
}
