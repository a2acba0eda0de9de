// Records that begin as zeros and get a text of a length that is not known: their links stay links.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct entry {
  struct entry *next;
  unsigned key, uses;
  char text[24];
};

static struct {
  pthread_mutex_t lock;
  struct entry *first;
  unsigned long misses;
} table[BUCKETS];

static struct entry *find(unsigned bucket, unsigned key) {
  struct entry *e = table[bucket].first;
  while (e && e->key != key) e = e->next;
  return e;
}

static int get(unsigned key, char *text, size_t size) {
  const unsigned bucket = key * 2654435761u % BUCKETS;
  pthread_mutex_lock(&table[bucket].lock);
  struct entry *e = find(bucket, key);
  if (e) {
    e->uses++;
    snprintf(text, size, "%s", e->text);
  } else {
    table[bucket].misses++;
  }
  pthread_mutex_unlock(&table[bucket].lock);
  return e != NULL;
}

static void put(unsigned key, const char *text) {
  const unsigned bucket = key * 2654435761u % BUCKETS;
  struct entry *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->key = key;
  snprintf(made->text, sizeof made->text, "%s", text);
  pthread_mutex_lock(&table[bucket].lock);
  struct entry *e = find(bucket, key);
  if (e) {
    memcpy(e->text, made->text, sizeof e->text);
    pthread_mutex_unlock(&table[bucket].lock);
    free(made);
    return;
  }
  made->next = table[bucket].first;
  table[bucket].first = made;
  pthread_mutex_unlock(&table[bucket].lock);
}

static void *work(void *argument) {
  unsigned seed = *(unsigned *)argument;
  char text[24];
  for (int i = 0; i < 3000; i++) {
    const unsigned key = (unsigned)rand_r(&seed) % 300;
    if (get(key, text, sizeof text)) continue;
    snprintf(text, sizeof text, "value-%u", key);
    put(key, text);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned seeds[4];
  unsigned long misses = 0;
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (int i = 0; i < 4; i++) {
    seeds[i] = 1000u * (unsigned)i;
    if (pthread_create(&threads[i], NULL, work, &seeds[i])) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < BUCKETS; i++) {
    misses += table[i].misses;
    while (table[i].first) {
      struct entry *e = table[i].first;
      table[i].first = e->next;
      free(e);
    }
  }
  return misses == 0;
}
