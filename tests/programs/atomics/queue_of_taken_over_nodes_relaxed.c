// A queue lock whose nodes are given on without releasing what was done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int is_busy;
};

static _Atomic(struct node *) last;
static int total;

static struct node *new_node(void) {
  struct node *node = malloc(sizeof(struct node));
  atomic_init(&node->is_busy, 0);
  return node;
}

static void *work(void *unused) {
  struct node *mine = new_node();
  for (int i = 0; i < 5; i++) {
    atomic_store_explicit(&mine->is_busy, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&last, mine, memory_order_acq_rel);
    while (atomic_load_explicit(&before->is_busy, memory_order_acquire)) {
    }
    total++; // RACE! total
    atomic_store_explicit(&mine->is_busy, 0, memory_order_relaxed);
    mine = before;
  }
  free(mine);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  atomic_init(&last, new_node());
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  free(atomic_load(&last));
  return total;
}
