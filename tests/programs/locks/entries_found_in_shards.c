// Shards of a cache on the heap, each with its lock and entries, which a helper looks for.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SHARDS 8
#define ENTRIES 32

struct entry {
  int key;
  char text[16];
  unsigned hits;
};

struct shard {
  pthread_mutex_t lock;
  int used;
  struct entry entries[ENTRIES];
  unsigned long misses;
};

struct cache {
  int size;
  struct shard shards[SHARDS];
};

static struct shard *shard_of(struct cache *cache, int key) {
  return &cache->shards[(unsigned)key % SHARDS];
}

static struct entry *find(struct shard *shard, int key) {
  for (int i = 0; i < shard->used; i++) {
    if (shard->entries[i].key == key) return &shard->entries[i];
  }
  return NULL;
}

static void put(struct cache *cache, int key, const char *text) {
  struct shard *shard = shard_of(cache, key);
  pthread_mutex_lock(&shard->lock);
  struct entry *entry = find(shard, key);
  if (!entry && shard->used < ENTRIES) {
    entry = &shard->entries[shard->used++];
    entry->key = key;
    entry->hits = 0;
  }
  if (entry) {
    strncpy(entry->text, text, sizeof entry->text - 1);
    entry->hits++;
  }
  pthread_mutex_unlock(&shard->lock);
}

static int get(struct cache *cache, int key, char *text) {
  struct shard *shard = shard_of(cache, key);
  pthread_mutex_lock(&shard->lock);
  struct entry *entry = find(shard, key);
  if (entry) {
    memcpy(text, entry->text, sizeof entry->text);
    entry->hits++;
  } else {
    shard->misses++;
  }
  pthread_mutex_unlock(&shard->lock);
  return entry != NULL;
}

static void *work(void *argument) {
  struct cache *cache = argument;
  unsigned seed = 3;
  char text[16];
  for (int i = 0; i < 1000; i++) {
    const int key = rand_r(&seed) % 100;
    if (!get(cache, key, text)) put(cache, key, "hello");
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned long misses = 0;
  struct cache *cache = calloc(1, sizeof *cache);
  if (!cache) return 1;
  for (int i = 0; i < SHARDS; i++) pthread_mutex_init(&cache->shards[i].lock, NULL);
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, cache)) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < SHARDS; i++) misses += cache->shards[i].misses;
  free(cache);
  return misses == 0;
}
