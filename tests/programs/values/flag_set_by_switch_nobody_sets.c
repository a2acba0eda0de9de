// VERDICT: unknown: someone outside may set the switch
// A flag is cleared if a switch is set, which nothing in the program does.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

int threads = 2, uses_lock = 1;
static long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  if (uses_lock) pthread_mutex_lock(&lock);
  ++count; // FALSE-ALARM count: as above
  if (uses_lock) pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  long count_of_options = 0;
  read_options(&count_of_options);
  if (threads < 2) uses_lock = 0;
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
