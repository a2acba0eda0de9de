// Under a node's own lock both its count and that of the next node are changed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t lock;
  struct node *next;
  int count;
};

static struct node *ring;

static void *walker(void *arg) {
  struct node *node = ring;
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&node->lock);
    node->count++; // RACE! node.count
    node->next->count++; // RACE! node.count
    pthread_mutex_unlock(&node->lock);
    node = node->next;
  }
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    pthread_mutex_init(&node->lock, NULL);
    node->count = 0;
    node->next = ring ? ring->next : node;
    if (ring) ring->next = node;
    ring = node;
  }
  pthread_t a, b;
  pthread_create(&a, NULL, walker, NULL);
  pthread_create(&b, NULL, walker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", ring->count);
  return 0;
}
