#include "graph.h"
#include <stdlib.h>

static struct node nodes[16];
static int used;

struct node *graph_node(int weight) {
  struct node *node = &nodes[used++];
  pthread_mutex_init(&node->lock, 0);
  node->weight = weight;
  return node;
}

void graph_link(struct node *parent, struct node *left, struct node *right) {
  parent->left = left;
  parent->right = right;
}

static int visit(struct node *node) {
  int first;
  pthread_mutex_lock(&node->lock);
  first = !node->visited;
  node->visited = 1;
  pthread_mutex_unlock(&node->lock);
  return first;
}

int graph_even(struct node *node, int depth) {
  if (!node || depth > 3)
    return 0;
  int sum = visit(node) ? node->weight : 0;
  sum += graph_odd(node->left, depth + 1);
  return sum + graph_odd(node->right, depth + 1);
}

int graph_odd(struct node *node, int depth) {
  if (!node || depth > 3)
    return 0;
  node->weight++;
  return graph_even(node->left, depth + 1) + graph_even(node->right, depth + 1);
}
