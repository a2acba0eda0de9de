// Two buckets of a table of lists share a lock, but the lock is chosen by another number.
// TSAN: silent: the first thread mostly has all words in the table before the next one begins
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 8
#define LOCKS 4

struct word {
  char text[16];
  int count;
  struct word *next;
};

struct table {
  struct word *buckets[BUCKETS];
  pthread_mutex_t locks[LOCKS];
};

static const char *const words[] = {"alpha", "beta", "gamma", "delta", "eta", "theta", "iota", "mu", "nu", "xi", "pi", "rho"};

static unsigned hash_of(const char *text) {
  unsigned h = 5381;
  while (*text) h = h * 33 + (unsigned char)*text++;
  return h;
}

static pthread_mutex_t *lock_of(struct table *t, unsigned bucket) {
  return &t->locks[bucket / (BUCKETS / LOCKS)];
}

static void add(struct table *t, const char *text) {
  unsigned bucket = hash_of(text) % BUCKETS;
  pthread_mutex_t *lock = lock_of(t, (unsigned)text[0] % BUCKETS);
  struct word *w;
  pthread_mutex_lock(lock);
  for (w = t->buckets[bucket]; w != NULL; w = w->next) {
    if (strcmp(w->text, text) == 0) break; // RACE! word.text[]
  }
  if (w == NULL) {
    w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    strncpy(w->text, text, sizeof w->text - 1); // RACE! word.text[]
    w->next = t->buckets[bucket]; // RACE! word.next
    t->buckets[bucket] = w; // RACE! table.buckets[]
  }
  w->count++;
  pthread_mutex_unlock(lock);
}

static void *count_words(void *table) {
  unsigned x = 17;
  for (int i = 0; i < 100; i++) {
    x = x * 1103515245u + 12345u;
    add(table, words[(x >> 16) % 12]);
  }
  return NULL;
}

int main(void) {
  struct table *table = calloc(1, sizeof *table);
  if (table == NULL) return 1;
  for (int i = 0; i < LOCKS; i++) pthread_mutex_init(&table->locks[i], NULL);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, count_words, table);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (unsigned i = 0; i < BUCKETS; i++) {
    while (table->buckets[i] != NULL) {
      struct word *w = table->buckets[i];
      table->buckets[i] = w->next;
      free(w);
    }
  }
  free(table);
  return 0;
}
