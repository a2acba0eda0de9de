// An index that is cut to the size of the array does not reach the next object's fields.
#include <pthread.h>
#include <stdlib.h>

struct cache {
  pthread_mutex_t lock;
  int hits;
  int slots[8];
};
static struct cache caches[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, {0}},
                                 {PTHREAD_MUTEX_INITIALIZER, 0, {0}}};

static void *look(void *arg) {
  struct cache *c = arg;
  for (int k = rand(); k > 0; k--) {
    pthread_mutex_lock(&c->lock);
    if (c->slots[k & 7] == k) c->hits++;
    c->slots[k % 8] = k;
    pthread_mutex_unlock(&c->lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, &caches[0]);
  pthread_create(&b, NULL, look, &caches[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
