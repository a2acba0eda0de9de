// Main draws a number while it is alone, and begins anew before it starts the thread, which draws the same one.
// TSAN: silent: the library does not exist
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>

extern void read_options(long *options);

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
  long options[2] = {0, 0};
  read_options(options);
  drawn = options[0] & 1;
  const int number = draw();
  drawn = 0;
  pthread_create(&t, NULL, work, NULL);
  if (number == 0) common++;  // RACE! common
  pthread_join(t, NULL);
  return common > 1;
}
