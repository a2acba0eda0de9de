// The worker takes the mutex of one gauge to change the level of another.
#include <pthread.h>
#include <stdio.h>

struct gauge {
  pthread_mutex_t lock;
  int level;
};

static struct gauge oil = {PTHREAD_MUTEX_INITIALIZER, 4};
static struct gauge water = {PTHREAD_MUTEX_INITIALIZER, 9};

static void *fill(void *arg) {
  pthread_mutex_lock(&oil.lock);
  water.level += 2; // RACE! water.level
  pthread_mutex_unlock(&oil.lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  pthread_mutex_lock(&water.lock);
  water.level = 0; // RACE! water.level
  pthread_mutex_unlock(&water.lock);
  pthread_join(t, NULL);
  printf("%d\n", water.level);
  return 0;
}
