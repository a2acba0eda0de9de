// Each bucket of a table of lists has a lock, but the words of two buckets are in one list: bucket
// 0 and bucket 8 are guarded by different locks.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 16

struct word {
  unsigned hash;
  int seen;
  struct word *next;
};

struct word *lists[8];
pthread_mutex_t locks[BUCKETS];
int total;
pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

void see(unsigned hash) {
  unsigned b = hash % BUCKETS;
  struct word *w;
  pthread_mutex_lock(&locks[b]);
  for (w = lists[b % 8]; w != NULL; w = w->next)
    if (w->hash == hash) break;
  if (w == NULL) {
    w = malloc(sizeof *w);
    if (w == NULL) exit(1);
    w->hash = hash;  // RACE! word.hash
    w->seen = 0;
    w->next = lists[b % 8];  // RACE! word.next
    lists[b % 8] = w;  // RACE! lists[]
  }
  w->seen++;  // MISSED word.seen: which of the objects it is
  pthread_mutex_unlock(&locks[b]);
}

void *reader(void *arg) {
  unsigned hash = *(unsigned *)arg;
  int n = 0;
  for (int i = 0; i < 4000; i++) {
    hash = (hash * 33 + 7) % 3989;
    see(hash);
    n++;
  }
  pthread_mutex_lock(&total_lock);
  total += n;
  pthread_mutex_unlock(&total_lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  unsigned starts[2] = {3, 8};
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reader, &starts[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return total == 0;
}
