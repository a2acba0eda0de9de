#include "stats.h"
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
long stats_failures;

void stats_add(long amount) {
  pthread_mutex_lock(&lock);
  total += amount;
  pthread_mutex_unlock(&lock);
}

long stats_total(void) {
  long copy;
  pthread_mutex_lock(&lock);
  copy = total;
  pthread_mutex_unlock(&lock);
  return copy;
}

void stats_fail(const char *why) {
  stats_failures++;
  fprintf(stderr, "%d: %s\n", __LINE__, why);
}
