// Shards hand their blocks on to the next one, under one lock after the other, and keep them as well.
#include <pthread.h>
#include <stdlib.h>

#define SHARDS 16
#define SIZE 64

struct block {
  int cell[SIZE];
};

struct shard {
  pthread_mutex_t lock;
  struct block *block;
};

static struct shard shards[SHARDS];

static void add(unsigned hash, unsigned place) {
  struct shard *s = &shards[hash % SHARDS];
  pthread_mutex_lock(&s->lock);
  s->block->cell[place % SIZE]++; // RACE! block.cell[]
  pthread_mutex_unlock(&s->lock);
}

static void hand_on(unsigned hash) {
  struct shard *from = &shards[hash % SHARDS], *to = &shards[(hash + 1) % SHARDS];
  pthread_mutex_lock(&from->lock);
  struct block *block = from->block;
  pthread_mutex_unlock(&from->lock);
  pthread_mutex_lock(&to->lock);
  to->block = block;
  pthread_mutex_unlock(&to->lock);
}

static void *work(void *unused) {
  unsigned seed = 1;
  for (int i = 0; i < 100; i++) {
    add(rand_r(&seed), rand_r(&seed));
    hand_on(rand_r(&seed));
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < SHARDS; i++) {
    pthread_mutex_init(&shards[i].lock, NULL);
    shards[i].block = calloc(1, sizeof(struct block));
    if (!shards[i].block) return 1;
  }
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
