// The shards are in a local variable of main's, which threads are handed, and are few.
#include <pthread.h>
#include <stdlib.h>

#define SHARDS 4
#define SIZE 64

struct shard {
  pthread_mutex_t lock;
  int *block;
  long calls;
};

struct table {
  int size;
  struct shard shards[SHARDS];
  struct shard more[4 * SHARDS];
};

static void add(struct shard *s, unsigned place) {
  pthread_mutex_lock(&s->lock);
  s->block[place % SIZE]++;
  s->calls++;
  pthread_mutex_unlock(&s->lock);
}

static int steps(int n) { return n == 0 ? 0 : 1 + steps(n - 1); }

static void *work(void *argument) {
  struct table *t = argument;
  if (steps(60) < 0) return NULL;
  unsigned seed = 1;
  for (int i = 0; i < 100; i++) {
    add(&t->shards[(unsigned)rand_r(&seed) % SHARDS], rand_r(&seed));
    add(&t->more[(unsigned)rand_r(&seed) % (4 * SHARDS)], rand_r(&seed));
  }
  return NULL;
}

static void make(struct shard *s) {
  pthread_mutex_init(&s->lock, NULL);
  s->calls = 0;
  s->block = calloc(SIZE, sizeof(int));
  if (!s->block) exit(1);
}

int main(void) {
  pthread_t threads[4];
  struct table table = {.size = SHARDS};
  for (int i = 0; i < SHARDS; i++) make(&table.shards[i]);
  for (int i = 0; i < 4 * SHARDS; i++) make(&table.more[i]);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, &table);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
