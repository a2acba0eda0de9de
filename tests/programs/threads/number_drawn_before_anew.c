// Main draws a number while it is alone, and begins anew before it starts the thread, which draws the same one.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int drawn;
static long common;

static int draw(void) {
  pthread_mutex_lock(&lock);
  const int number = drawn++;
  pthread_mutex_unlock(&lock);
  return number;
}

static void *work(void *arg) {
  if (draw() == 0) common++;  // RACE! common
  return arg;
}

int main(void) {
  pthread_t t;
  const int number = draw();
  drawn = 0;
  pthread_create(&t, NULL, work, NULL);
  if (number == 0) common++;  // RACE! common
  pthread_join(t, NULL);
  printf("%ld\n", common);
  return 0;
}
