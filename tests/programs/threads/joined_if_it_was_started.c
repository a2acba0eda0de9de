// VERDICT: unknown: that the flag says so is not seen
// Each worker joins the helper it has started, if it has: main joins the workers only.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  total += *(long *)arg;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *work(void *arg) {
  pthread_t helper;
  int is_started = 0;
  long sum = 0;
  for (long i = 0; i < (long)arg; i++) {
    if (i % 50 != 49) continue;
    if (is_started) pthread_join(helper, NULL);
    sum = i;
    if (pthread_create(&helper, NULL, add, &sum)) abort();
    is_started = 1;
  }
  if (is_started) pthread_join(helper, NULL);
  return NULL;
}

int main(void) {
  long count = 0;
  pthread_t workers[2];
  read_options(&count);
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, work, (void *)count);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  return total > 100;
}
