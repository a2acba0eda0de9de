// A name is printed into a slot of a shard, under the shard's lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARDS 8
#define SLOTS 32

struct slot {
  char name[16];
  unsigned count;
  int is_used;
};

struct shard {
  pthread_mutex_t lock;
  struct slot slots[SLOTS];
  unsigned dropped;
};

static struct shard table[SHARDS];

static unsigned hash_of(const char *name) {
  unsigned hash = 2166136261u;
  while (*name) hash = (hash ^ (unsigned char)*name++) * 16777619u;
  return hash;
}

static struct slot *probe(struct shard *shard, const char *name, unsigned hash) {
  for (unsigned n = 0; n < SLOTS; n++) {
    struct slot *slot = &shard->slots[(hash / SHARDS + n) % SLOTS];
    if (!slot->is_used || strcmp(slot->name, name) == 0) return slot;
  }
  return NULL;
}

static void count(const char *name) {
  const unsigned hash = hash_of(name);
  struct shard *shard = &table[hash % SHARDS];
  pthread_mutex_lock(&shard->lock);
  struct slot *slot = probe(shard, name, hash);
  if (slot == NULL) {
    shard->dropped++;
  } else {
    if (!slot->is_used) {
      snprintf(slot->name, sizeof slot->name, "%s", name);
      slot->is_used = 1;
    }
    slot->count++;
  }
  pthread_mutex_unlock(&shard->lock);
}

static void *work(void *argument) {
  unsigned seed = (unsigned)(long)argument;
  char name[16];
  for (int i = 0; i < 500; i++) {
    snprintf(name, sizeof name, "item%d", rand_r(&seed) % 40);
    count(name);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned dropped = 0;
  for (int i = 0; i < SHARDS; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (long i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, work, (void *)i)) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < SHARDS; i++) dropped += table[i].dropped;
  return dropped != 0;
}
