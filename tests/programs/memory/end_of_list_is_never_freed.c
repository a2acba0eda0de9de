// The end of the list is a variable, which free() is never called for: the list is worked off first.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

static struct node end;

static struct node *pop(struct node **list) {
  struct node *node = *list;
  if (node != &end) *list = node->next;
  return node;
}

static void *worker(void *arg) {
  struct node *list = &end;
  for (int i = 0; i < 5; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->key = i;
    list = node;
  }
  struct node *node;
  while ((node = pop(&list)) != &end) free(node);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return end.key;
}
