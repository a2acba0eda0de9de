// The lock is given back before the number beside its word is changed.
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 16 };
static struct {
  atomic_uint lock;
  int taken;
  struct {
    int size;
    int age;
  } slots[SLOTS];
} cache;

static void acquire(void) {
  unsigned unlocked = 0;
  while (!atomic_compare_exchange_strong(&cache.lock, &unlocked, 1)) unlocked = 0;
}

static void release(void) { atomic_store(&cache.lock, 0); }

static void* take(void* arg) {
  int best = 0;
  acquire();
  for (int i = 0; i < SLOTS; i++) {
    if (cache.slots[i].size > cache.slots[best].size) best = i;
  }
  cache.slots[best].size = 0;
  release();
  cache.taken++;  // RACE! cache.taken
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cache.taken;
}
