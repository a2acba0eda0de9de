#ifndef CACHE_H
#define CACHE_H
#include <pthread.h>

#define BUCKETS 8

typedef struct entry {
  struct entry* next;
  int key;
  int value;
  unsigned hits;
} entry;

typedef struct {
  pthread_rwlock_t lock;
  entry* buckets[BUCKETS];
  struct {
    unsigned long lookups, misses;
  } counters;
} cache;

void cache_init(cache* c);
int cache_get(cache* c, int key, int* value);
void cache_put(cache* c, int key, int value);
void cache_clear(cache* c);

#endif
