// Stripes, each with a spinlock of one byte and counters of which a number chooses one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define STRIPES 8
#define KEYS 64

typedef struct {
  atomic_flag flag;
} spinlock;

static void lock(spinlock *s) {
  while (atomic_flag_test_and_set_explicit(&s->flag, memory_order_acquire)) {
  }
}

static void unlock(spinlock *s) { atomic_flag_clear_explicit(&s->flag, memory_order_release); }

struct counter {
  unsigned long count;
  unsigned least, most;
};

static struct {
  spinlock lock;
  struct counter counters[KEYS / STRIPES];
  unsigned long calls;
} stripes[STRIPES];

static void observe(unsigned key, unsigned value) {
  const unsigned s = key % STRIPES;
  lock(&stripes[s].lock);
  struct counter *c = &stripes[s].counters[key / STRIPES];
  if (c->count == 0) {
    c->least = c->most = value;
  } else {
    if (value < c->least) c->least = value;
    if (value > c->most) c->most = value;
  }
  c->count++;
  stripes[s].calls++;
  unlock(&stripes[s].lock);
}

static void *work(void *argument) {
  unsigned seed = *(unsigned *)argument;
  for (int i = 0; i < 8000; i++) {
    seed = seed * 1664525u + 1013904223u;
    observe((seed >> 24) & (KEYS - 1), seed >> 8 & 0xffff);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned seeds[4];
  unsigned long calls = 0;
  for (int i = 0; i < STRIPES; i++) atomic_flag_clear(&stripes[i].lock.flag);
  for (int i = 0; i < 4; i++) {
    seeds[i] = 7u * (unsigned)i;
    if (pthread_create(&threads[i], NULL, work, &seeds[i])) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < STRIPES; i++) calls += stripes[i].calls;
  return calls == 0;
}
