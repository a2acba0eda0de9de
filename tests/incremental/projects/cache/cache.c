#include "cache.h"
#include <stdlib.h>
#include "trace.h"

static unsigned bucket_of(int key) {
  return (unsigned)key % BUCKETS;
}

static entry *find(cache *c, int key) {
  entry *e = c->buckets[bucket_of(key)];
  while (e && e->key != key)
    e = e->next;
  return e;
}

void cache_init(cache *c) {
  pthread_rwlock_init(&c->lock, 0);
  for (int i = 0; i < BUCKETS; i++)
    c->buckets[i] = 0;
  c->counters.lookups = 0;
  c->counters.misses = 0;
}

int cache_get(cache *c, int key, int *value) {
  int found = 0;
  pthread_rwlock_rdlock(&c->lock);
  entry *e = find(c, key);
  c->counters.lookups++;
  if (e) {
    *value = e->value;
    e->hits++;
    found = 1;
  } else {
    c->counters.misses++;
    TRACE("miss of %d", key);
  }
  pthread_rwlock_unlock(&c->lock);
  return found;
}

void cache_put(cache *c, int key, int value) {
  pthread_rwlock_wrlock(&c->lock);
  entry *e = find(c, key);
  if (!e) {
    e = malloc(sizeof *e);
    e->key = key;
    e->next = c->buckets[bucket_of(key)];
    c->buckets[bucket_of(key)] = e;
  }
  e->value = value;
  e->hits = 0;
  pthread_rwlock_unlock(&c->lock);
}

void cache_clear(cache *c) {
  pthread_rwlock_wrlock(&c->lock);
  for (int i = 0; i < BUCKETS; i++) {
    while (c->buckets[i]) {
      entry *e = c->buckets[i];
      c->buckets[i] = e->next;
      free(e);
    }
  }
  pthread_rwlock_unlock(&c->lock);
}
