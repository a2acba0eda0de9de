// VERDICT: unknown: someone outside may set the switches
// Two variables that nothing writes are compared.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

int threads = 2, level = 3;
static long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  if (level < threads) {
    ++count; // FALSE-ALARM count: as above
    return arg;
  }
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  long count_of_options = 0;
  read_options(&count_of_options);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
