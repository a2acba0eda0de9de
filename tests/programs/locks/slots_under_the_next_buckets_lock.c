// The slots of a bucket are mostly written under its lock, but also under that of the next one.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 4

struct bucket {
  pthread_mutex_t lock;
  int slot[8];
};

static struct bucket table[BUCKETS];

static void put(unsigned hash, unsigned number, int value) {
  struct bucket *b = &table[hash % BUCKETS];
  pthread_mutex_lock(&b->lock);
  b->slot[number % 8] = value; // RACE! table[].slot[]
  pthread_mutex_unlock(&b->lock);
}

static void clear(unsigned hash, unsigned number) {
  struct bucket *b = &table[hash % BUCKETS];
  pthread_mutex_lock(&table[(hash + 1) % BUCKETS].lock);
  b->slot[number % 8] = 0; // RACE! table[].slot[]
  pthread_mutex_unlock(&table[(hash + 1) % BUCKETS].lock);
}

static void *work(void *argument) {
  unsigned seed = (unsigned)(long)argument;
  for (int i = 0; i < 1000; i++) {
    put(rand_r(&seed), rand_r(&seed), i);
    clear(rand_r(&seed), rand_r(&seed));
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
