/* A cache of names, read by many threads and filled by one. */
#ifndef CACHE_H
#define CACHE_H

#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 64

struct entry {
  char name[32];
  int value;
  int uses;
};

struct cache {
  pthread_rwlock_t lock;
  struct entry entries[SLOTS];
  int count;
  int misses;
};

struct settings {
  int limit;
  int verbose;
};

extern struct cache cache;
extern struct settings settings;
extern atomic_int stopping;

int cache_find(const char *name, int *value);
int cache_fill(const char *name, int value);
void cache_trim(void);
void cache_try_trim(void);

void *reader(void *arg);
void *filler(void *arg);

#endif
