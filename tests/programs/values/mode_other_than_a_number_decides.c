// The mode is never another one than 2, so that the lock is always taken.
// TODAY: unknown: ranges do not say that a number is not 2
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void read_options(long *options);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int mode = 2;
static int total;

static void *add(void *arg) {
  if (mode == 2) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
  } else {
    total++;  // FALSE-ALARM total: ranges do not say that a number is not 2
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  long options[2] = {0, 0};
  read_options(options);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total;
}
