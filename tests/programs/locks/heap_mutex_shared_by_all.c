// One mutex on the heap, reached by all threads through the object it guards.
#include <pthread.h>
#include <stdlib.h>

typedef struct box {
  pthread_mutex_t *lock;
  long weight;
} box;

static void *load(void *arg) {
  box *b = arg;
  pthread_mutex_lock(b->lock);
  b->weight += 7;
  pthread_mutex_unlock(b->lock);
  return NULL;
}

int main(void) {
  pthread_t x, y;
  box b = {malloc(sizeof(pthread_mutex_t)), 0};
  if (b.lock == NULL) return 1;
  pthread_mutex_init(b.lock, NULL);
  pthread_create(&x, NULL, load, &b);
  pthread_create(&y, NULL, load, &b);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  pthread_mutex_destroy(b.lock);
  free(b.lock);
  return b.weight == 0;
}
