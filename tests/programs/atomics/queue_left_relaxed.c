// A queue lock whose last holder leaves without releasing what it did.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};

static _Atomic(struct node *) last;
static struct node nodes[2];
static int total;

static void enter(struct node *mine) {
  atomic_store_explicit(&mine->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&last, mine, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, mine, memory_order_release);
  while (atomic_load_explicit(&mine->waits, memory_order_acquire)) {
  }
}

static void leave(struct node *mine) {
  struct node *next = atomic_load_explicit(&mine->next, memory_order_acquire);
  if (next == NULL) {
    struct node *expected = mine;
    if (atomic_compare_exchange_strong_explicit(&last, &expected, NULL, memory_order_relaxed,
                                                memory_order_relaxed)) {
      return;
    }
    while ((next = atomic_load_explicit(&mine->next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}

static void *work(void *node) {
  enter(node);
  total++; // RACE! total
  leave(node);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &nodes[0]);
  pthread_create(&b, NULL, work, &nodes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total;
}
