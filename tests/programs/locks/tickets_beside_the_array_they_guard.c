// The words of a ticket lock lie in one record with an array, to any element of which its holder
// writes. The array does not reach them.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define MOST 400

struct notes {
  atomic_uint next, now;
  int what[MOST];
  int count;
};

static struct notes notes;

static void lock(struct notes *n) {
  unsigned mine = atomic_fetch_add_explicit(&n->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&n->now, memory_order_acquire) != mine) sched_yield();
}

static void unlock(struct notes *n) {
  unsigned mine = atomic_load_explicit(&n->now, memory_order_relaxed);
  atomic_store_explicit(&n->now, mine + 1, memory_order_release);
}

static void *write_notes(void *arg) {
  for (int i = 0; i < 120; i++) {
    lock(&notes);
    if (notes.count < MOST) {
      int *note = &notes.what[notes.count++];
      *note = *(int *)arg;
    }
    unlock(&notes);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int kinds[3] = {4, 5, 6};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, write_notes, &kinds[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return notes.what[0] == 0;
}
