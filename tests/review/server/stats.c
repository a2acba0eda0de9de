#include <stdio.h>

#include "server.h"

/* With the lock held. */
static void raise_peak(struct stats *stats, int size) {
  if (size > stats->peak) stats->peak = size;
}

void stats_add(struct stats *stats, int size) {
  pthread_mutex_lock(&stats->lock);
  stats->jobs += 1;
  stats->bytes += size;
  raise_peak(stats, size);
  pthread_mutex_unlock(&stats->lock);
}

static long stats_peak(struct stats *stats) {
  long peak;
  pthread_mutex_lock(&stats->lock);
  peak = stats->peak;
  pthread_mutex_unlock(&stats->lock);
  return peak;
}

void stats_print(struct stats *stats) {
  long jobs, bytes;
  pthread_mutex_lock(&stats->lock);
  jobs = stats->jobs;
  bytes = stats->bytes;
  pthread_mutex_unlock(&stats->lock);
  printf("%ld jobs, %ld bytes, peak %ld\n", jobs, bytes, stats_peak(stats));
}
