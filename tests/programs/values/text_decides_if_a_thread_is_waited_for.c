// Main waits for the thread, as the text says so, which the analysis does not read.
// TODAY: unknown: what the text says is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <string.h>

extern void read_options(long *options);

static const char mode[] = "safe";
static int total;

static void *add(void *arg) {
  total++;  // FALSE-ALARM total: whether the thread is waited for is not known
  return arg;
}

int main(void) {
  pthread_t a;
  long options[2] = {0, 0};
  read_options(options);
  pthread_create(&a, NULL, add, NULL);
  if (mode[0] == 's') pthread_join(a, NULL);
  total++;
  if (mode[0] != 's') pthread_join(a, NULL);
  return total;
}
