// A word that is exchanged for 0 is claimed by nobody: the second thread gets in at any time.
// TSAN: silent: the accesses meet too seldom for it
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint queue_lock;
static int queued;

static void spin_lock(atomic_uint *lock, unsigned owner) {
  for (;;) {
    unsigned nobody = 0;
    if (atomic_load(lock) == 0 && atomic_compare_exchange_strong(lock, &nobody, owner)) return;
    sched_yield();
  }
}

static void spin_unlock(atomic_uint *lock) { atomic_store(lock, 0); }

static void *producer(void *arg) {
  spin_lock(&queue_lock, 7);
  queued += 2; // RACE! queued
  spin_unlock(&queue_lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  spin_lock(&queue_lock, 0);
  queued -= 1; // RACE! queued
  spin_unlock(&queue_lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", queued);
  return 0;
}
