// A node is filled and then published by an operation that orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};
static struct node *_Atomic top;

static void *push(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(3);
  n->key = 1; // RACE! node.key
  n->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_relaxed,
                                                memory_order_relaxed)) {
  }
  return arg;
}

static void *look(void *arg) {
  struct node *n = atomic_load_explicit(&top, memory_order_acquire);
  return n && n->key == 2 ? arg : NULL; // RACE! node.key
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
