#include <stdio.h>

#include "cache.h"

struct settings settings;
atomic_int stopping;

static pthread_mutex_t found_lock = PTHREAD_MUTEX_INITIALIZER;
static int found_total;

static void count_found(void) {
  pthread_mutex_lock(&found_lock);
  found_total++;
  pthread_mutex_unlock(&found_lock);
}

void *reader(void *arg) {
  const char *name = arg;
  int value;
  while (!atomic_load(&stopping)) {
    if (cache_find(name, &value)) count_found();
    cache_try_trim();
  }
  return NULL;
}

void *filler(void *arg) {
  const int limit = settings.limit;
  int i;
  (void)arg;
  for (i = 0; i < limit; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "name%d", i);
    cache_fill(name, i);
  }
  return NULL;
}
