// Both threads take the lock, as the text says so, which the analysis does not read.
// TODAY: unknown: what the text says is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <string.h>

extern void read_options(long *options);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char mode[] = "safe";
static int total;

static int is_safe(void) { return strcmp(mode, "safe") == 0; }

static void *add(void *arg) {
  if (is_safe()) pthread_mutex_lock(&lock);
  total++;  // FALSE-ALARM total: whether the lock is taken is not known
  if (is_safe()) pthread_mutex_unlock(&lock);
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
