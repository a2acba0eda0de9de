// One lock for eight counts in a row. A thread adds under the lock of its count, another one goes
// through each block under the lock of that.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTS 64
#define LOCKS 8

struct table {
  pthread_mutex_t locks[LOCKS];
  int counts[COUNTS];
};

static void add(struct table *t, unsigned hash) {
  unsigned i = hash % COUNTS;
  pthread_mutex_t *lock = &t->locks[i / (COUNTS / LOCKS)];
  pthread_mutex_lock(lock);
  t->counts[i]++;
  pthread_mutex_unlock(lock);
}

static int sum(struct table *t) {
  int all = 0;
  const unsigned block = COUNTS / LOCKS;
  for (unsigned l = 0; l < LOCKS; l++) {
    pthread_mutex_lock(&t->locks[l]);
    for (unsigned i = l * block; i < (l + 1) * block; i++) all += t->counts[i];
    pthread_mutex_unlock(&t->locks[l]);
  }
  return all;
}

static void *count(void *table) {
  unsigned x = 7;
  for (int i = 0; i < 500; i++) {
    x = x * 1103515245u + 12345u;
    add(table, x >> 8);
  }
  return NULL;
}

int main(void) {
  struct table *table = calloc(1, sizeof *table);
  if (table == NULL) return 1;
  for (int i = 0; i < LOCKS; i++) pthread_mutex_init(&table->locks[i], NULL);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, count, table);
  int seen = 0;
  for (int i = 0; i < 20; i++) seen += sum(table);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d %d\n", seen, sum(table));
  free(table);
  return 0;
}
