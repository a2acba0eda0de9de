// A cache under one lock: the entries are linked both ways, to the newest and to the oldest one.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
  int key;
  struct entry *newer, *older;
};

static struct {
  pthread_mutex_t lock;
  struct entry ring;
  int size;
} cache;

static void take_out(struct entry *entry) {
  entry->newer->older = entry->older;
  entry->older->newer = entry->newer;
}

static void put_first(struct entry *entry) {
  entry->older = cache.ring.older;
  entry->newer = &cache.ring;
  cache.ring.older->newer = entry;
  cache.ring.older = entry;
}

static int use(int key) {
  struct entry *oldest = NULL;
  pthread_mutex_lock(&cache.lock);
  struct entry *entry = cache.ring.older;
  while (entry != &cache.ring && entry->key != key) entry = entry->older;
  int found = entry != &cache.ring;
  if (found) {
    take_out(entry);
  } else {
    entry = malloc(sizeof *entry);
    entry->key = key;
  }
  put_first(entry);
  if (!found && ++cache.size > 8) {
    oldest = cache.ring.newer;
    take_out(oldest);
    cache.size--;
  }
  pthread_mutex_unlock(&cache.lock);
  free(oldest);
  return found;
}

static void *work(void *unused) {
  for (int i = 0; i < 100; i++) use(rand() % 16);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_mutex_init(&cache.lock, NULL);
  cache.ring.newer = cache.ring.older = &cache.ring;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d\n", cache.size);
  return 0;
}
