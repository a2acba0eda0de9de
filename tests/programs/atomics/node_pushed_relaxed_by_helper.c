// TODAY: unknown: that it is read before it is there for all is not certain
// A node is filled, with what it leads to, and a helper publishes it by an operation that orders
// nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int *weight;
  int key;
};
static struct node *_Atomic top;

static void publish(struct node *n) {
  n->next = NULL; // MISSED node.next: only possible
  atomic_store_explicit(&top, n, memory_order_relaxed);
}

static void *push(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n || !(n->weight = malloc(sizeof *n->weight))) exit(3);
  n->key = 1;     // MISSED node.key: only possible
  *n->weight = 2; // MISSED *n->weight: only possible
  publish(n);
  return arg;
}

static void *look(void *arg) {
  struct node *n = atomic_load_explicit(&top, memory_order_acquire);
  return n && !n->next && n->key + *n->weight == 2 ? arg : NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  double share = argc * 0.5;  // executions know nothing of it
  if (share > 100.0) return argv != NULL;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
