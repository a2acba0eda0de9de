// Each shard has a lock, and a block on the heap that it guards.
#include <pthread.h>
#include <stdlib.h>

#define SHARDS 16
#define SIZE 64

struct shard {
  pthread_mutex_t lock;
  int *block;
  long calls;
};

static struct shard shards[SHARDS];

static void add(unsigned hash, unsigned place) {
  struct shard *s = &shards[hash % SHARDS];
  pthread_mutex_lock(&s->lock);
  s->block[place % SIZE]++;
  s->calls++;
  pthread_mutex_unlock(&s->lock);
}

static int steps(int n) { return n == 0 ? 0 : 1 + steps(n - 1); }

static void *work(void *unused) {
  if (steps(60) < 0) return NULL;
  unsigned seed = 1;
  for (int i = 0; i < 100; i++) add(rand_r(&seed), rand_r(&seed));
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < SHARDS; i++) {
    pthread_mutex_init(&shards[i].lock, NULL);
    shards[i].block = calloc(SIZE, sizeof(int));
    if (!shards[i].block) return 1;
  }
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
