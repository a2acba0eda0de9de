// Twelve threads take nodes of a list by way of a variable of their own, whose address they pass.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *nodes;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int take(struct node **out) {
  pthread_mutex_lock(&m);
  *out = nodes;
  if (nodes != NULL) nodes = nodes->next;
  pthread_mutex_unlock(&m);
  return *out != NULL;
}

static void *work(void *arg) {
  struct node *n;
  while (take(&n)) {
    n->value *= 2;
    free(n);
  }
  return arg;
}

int main(void) {
  pthread_t t[12];
  for (int i = 0; i < 100; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = nodes;
    nodes = n;
  }
  for (int i = 0; i < 12; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 12; i++) pthread_join(t[i], NULL);
  return nodes != NULL;
}
