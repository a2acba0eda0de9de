// The address of the lock is kept in two halves, which the analysis does not put together.
// TODAY: unknown: which lock is taken is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdint.h>

extern void read_options(long *options);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t low, high;
static int counter;

static void *work(void *arg) {
  pthread_mutex_t *found = (pthread_mutex_t *)((uint64_t)high << 32 | low);
  pthread_mutex_lock(found);
  counter++;  // FALSE-ALARM counter: which lock is taken is not known
  pthread_mutex_unlock(found);
  return arg;
}

int main(void) {
  pthread_t a, b;
  long options[2] = {0, 0};
  read_options(options);
  low = (uint32_t)(uintptr_t)&lock;
  high = (uint32_t)((uintptr_t)&lock >> 32);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter;
}
