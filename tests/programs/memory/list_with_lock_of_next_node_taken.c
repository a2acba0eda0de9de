// Main locks the node behind the one it changes. The thread visits every other node, so that the
// lock of the second orders nothing by chance.
#include <pthread.h>
#include <stdlib.h>

struct node { pthread_mutex_t lock; int hits; struct node *next; };
static struct node *head;

static void *visit(void *arg) {
  for (struct node *n = head; n; n = n->next ? n->next->next : NULL) {
    pthread_mutex_lock(&n->lock);
    n->hits++; // RACE! node.hits
    pthread_mutex_unlock(&n->lock);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    pthread_mutex_init(&n->lock, NULL);
    n->hits = 0;
    n->next = head;
    head = n;
  }
  pthread_create(&t, NULL, visit, NULL);
  pthread_mutex_lock(&head->next->lock);
  head->hits = 0; // RACE! node.hits
  pthread_mutex_unlock(&head->next->lock);
  pthread_join(t, NULL);
  return head->next->hits != 1;
}
