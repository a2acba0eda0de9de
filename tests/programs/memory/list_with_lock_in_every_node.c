// The links never change once the threads run, and every node guards its count with a lock of its own.
#include <pthread.h>
#include <stdlib.h>

struct node { pthread_mutex_t lock; int hits; struct node *next; };
static struct node *head;

static void *visit(void *arg) {
  for (struct node *n = head; n; n = n->next) {
    pthread_mutex_lock(&n->lock);
    n->hits++;
    pthread_mutex_unlock(&n->lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    pthread_mutex_init(&n->lock, NULL);
    n->hits = 0;
    n->next = head;
    head = n;
  }
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return head->hits != 2;
}
