// The usual ticket lock: numbers are taken without order, and the turn is handed on by writing the
// number after one's own.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct ticket_lock {
  atomic_uint next;
  atomic_uint serving;
};

static struct ticket_lock lock;
static int depth;
static long total;

static unsigned enter(struct ticket_lock *l) {
  unsigned mine = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->serving, memory_order_acquire) != mine) sched_yield();
  return mine;
}

static void leave(struct ticket_lock *l, unsigned mine) {
  atomic_store_explicit(&l->serving, mine + 1, memory_order_release);
}

static void *add(void *unused) {
  for (int i = 0; i < 1000; i++) {
    unsigned mine = enter(&lock);
    if (depth < 100) depth++;
    total += i;
    leave(&lock, mine);
  }
  return unused;
}

static void *take(void *unused) {
  for (int i = 0; i < 1000; i++) {
    unsigned mine = enter(&lock);
    if (depth > 0) depth--;
    total -= i;
    leave(&lock, mine);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i % 2 ? add : take, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total + depth);
  return 0;
}
