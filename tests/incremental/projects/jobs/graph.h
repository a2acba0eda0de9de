#ifndef GRAPH_H
#define GRAPH_H
#include <pthread.h>

struct node {
  struct node* left;
  struct node* right;
  pthread_mutex_t lock;
  int weight;
  int visited;
};

struct node* graph_node(int weight);
void graph_link(struct node* parent, struct node* left, struct node* right);
int graph_even(struct node* node, int depth);
int graph_odd(struct node* node, int depth);

#endif
