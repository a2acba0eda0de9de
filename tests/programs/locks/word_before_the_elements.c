// The word that is the lock lies in front of an array, whose elements are written by their number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
  atomic_int lock;
  long used;
  struct {
    void *block;
    long since;
  } slot[16];
} cache;

static void enter(void) {
  int nobody = 0;
  while (!atomic_compare_exchange_weak_explicit(&cache.lock, &nobody, 1, memory_order_acquire,
                                                memory_order_relaxed)) {
    nobody = 0;
  }
}

static void leave(void) { atomic_store_explicit(&cache.lock, 0, memory_order_release); }

static int put(void *block, long now) {
  int is_kept = 0;
  enter();
  for (int i = 0; i < 16; i++) {
    if (cache.slot[i].block != NULL) continue;
    cache.slot[i].block = block;
    cache.slot[i].since = now;
    cache.used++;
    is_kept = 1;
    break;
  }
  leave();
  return is_kept;
}

static void *work(void *unused) {
  for (long i = 0; i < 1000; i++) {
    void *block = malloc(16);
    if (!put(block, i)) free(block);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", cache.used);
  return 0;
}
