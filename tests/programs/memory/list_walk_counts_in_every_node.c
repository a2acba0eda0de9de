// Each thread adds a node to a list and counts in every node, under the lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int uses;
  struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(void) {
  struct node *node = calloc(1, sizeof *node);
  node->next = head;
  head = node;
}

static void use(void) {
  for (struct node *n = head; n != NULL; n = n->next) n->uses++;
}

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  add();
  use();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return head->uses == 0;
}
