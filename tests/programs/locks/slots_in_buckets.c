// Each bucket has a lock and slots of its own, of which a number chooses one.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 16
#define SLOTS 8

struct bucket {
  pthread_mutex_t lock;
  unsigned used;
  struct {
    int key, count;
  } slot[SLOTS];
  unsigned calls;
};

static struct bucket table[BUCKETS];

static void count(unsigned hash, unsigned number, int key) {
  struct bucket *b = &table[hash % BUCKETS];
  pthread_mutex_lock(&b->lock);
  b->slot[number].key = key;
  b->slot[number].count++;
  b->used++;
  b->calls++;
  pthread_mutex_unlock(&b->lock);
}

static int look(unsigned hash, int key) {
  struct bucket *b = &table[hash % BUCKETS];
  int found = 0;
  pthread_mutex_lock(&b->lock);
  for (unsigned i = 0; i < SLOTS && !found; i++) {
    if (b->slot[i].key == key) found = b->slot[i].count;
  }
  b->calls++;
  pthread_mutex_unlock(&b->lock);
  return found;
}

static void *work(void *argument) {
  unsigned seed = (unsigned)(long)argument;
  for (int i = 0; i < 1000; i++) {
    const unsigned key = (unsigned)rand_r(&seed) & 63;
    count(rand_r(&seed), key / 8, i);
    if (look(rand_r(&seed), i) < 0) abort();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned calls = 0;
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < BUCKETS; i++) calls += table[i].calls;
  return calls == 0;
}
