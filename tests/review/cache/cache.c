#include <string.h>

#include "cache.h"

struct cache cache = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static pthread_mutex_t trim_lock = PTHREAD_MUTEX_INITIALIZER;
static int trims;
static int last_trimmed;

/* With the lock held. */
static struct entry *lookup(const char *name) {
  int i;
  for (i = 0; i < cache.count; ++i) {
    if (strcmp(cache.entries[i].name, name) == 0) return &cache.entries[i];
  }
  return NULL;
}

int cache_find(const char *name, int *value) {
  struct entry *entry;
  int found = 0;
  pthread_rwlock_rdlock(&cache.lock);
  entry = lookup(name);
  if (entry != NULL) {
    *value = entry->value;
    found = 1;
  }
  pthread_rwlock_unlock(&cache.lock);
  return found;
}

int cache_fill(const char *name, int value) {
  int added = 0;
  pthread_rwlock_wrlock(&cache.lock);
  if (lookup(name) == NULL && cache.count < SLOTS) {
    struct entry *entry = &cache.entries[cache.count];
    strncpy(entry->name, name, sizeof(entry->name) - 1);
    entry->value = value;
    cache.count++;
    added = 1;
  }
  if (!added) cache.misses++;
  pthread_rwlock_unlock(&cache.lock);
  return added;
}

void cache_trim(void) {
  pthread_rwlock_wrlock(&cache.lock);
  if (cache.count > SLOTS / 2) cache.count = SLOTS / 2;
  pthread_rwlock_unlock(&cache.lock);
}

/* Trims unless another thread is at it. */
void cache_try_trim(void) {
  if (pthread_mutex_trylock(&trim_lock) != 0) return;
  cache_trim();
  trims++;
  last_trimmed = SLOTS / 2;
  pthread_mutex_unlock(&trim_lock);
}
