// What a lookup returns is counted under a lock that others hold for reading as well.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
  unsigned key;
  int value;
  unsigned long used;
};

struct table {
  pthread_rwlock_t lock;
  int count;
  int version;
  struct entry entries[32];
};

static struct table *table;

static struct entry *find(struct table *t, unsigned key) {
  for (int i = 0; i < t->count; i++) {
    if (t->entries[i].key == key) return &t->entries[i];
  }
  return NULL;
}

static int look_up(struct table *t, unsigned key) {
  int value = -1;
  pthread_rwlock_rdlock(&t->lock);
  struct entry *e = find(t, key);
  if (e != NULL) {
    e->used++; // RACE! table.entries[].used
    value = e->value;
  }
  pthread_rwlock_unlock(&t->lock);
  return value;
}

static void put(struct table *t, unsigned key, int value) {
  pthread_rwlock_wrlock(&t->lock);
  struct entry *e = find(t, key);
  if (e == NULL && t->count < 32) {
    e = &t->entries[t->count++];
    e->key = key;
    e->used = 0;
  }
  if (e != NULL) {
    e->value = value;
    t->version++;
  }
  pthread_rwlock_unlock(&t->lock);
}

static void *work(void *arg) {
  unsigned x = (unsigned)(size_t)arg;
  long found = 0;
  for (int i = 0; i < 50; i++) {
    x = x * 1103515245u + 12345u;
    if (look_up(table, (x >> 16) % 4) < 0) put(table, (x >> 16) % 4, i);
    else found++;
  }
  return (void *)found;
}

int main(void) {
  pthread_t threads[4];
  unsigned long used = 0;
  table = calloc(1, sizeof *table);
  if (table == NULL) return 1;
  pthread_rwlock_init(&table->lock, NULL);
  for (size_t i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < table->count; i++) used += table->entries[i].used;
  printf("%lu %d\n", used, table->version);
  free(table);
  return 0;
}
