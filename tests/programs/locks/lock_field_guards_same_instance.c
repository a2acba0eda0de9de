// Each gauge carries its own mutex, always taken for the gauge that is updated.
#include <pthread.h>
#include <stdio.h>

struct gauge {
  pthread_mutex_t lock;
  int level;
};

static struct gauge oil = {PTHREAD_MUTEX_INITIALIZER, 4};
static struct gauge water = {PTHREAD_MUTEX_INITIALIZER, 9};

static void raise_level(struct gauge *g, int by) {
  pthread_mutex_lock(&g->lock);
  g->level += by;
  pthread_mutex_unlock(&g->lock);
}

static void *fill(void *arg) {
  raise_level(&oil, 1);
  raise_level(&water, 2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  raise_level(&water, 3);
  raise_level(&oil, 5);
  pthread_join(t, NULL);
  printf("%d %d\n", oil.level, water.level);
  return 0;
}
