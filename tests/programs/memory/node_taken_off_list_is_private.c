// Nodes are taken off the list under the lock and used without it.
#include <pthread.h>
#include <stdlib.h>

struct node { int weight; struct node *next; };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *eat(void *arg) {
  pthread_mutex_lock(&m);
  struct node *n = head;
  if (n) head = n->next;
  pthread_mutex_unlock(&m);
  if (n) {
    n->weight = 0;
    free(n);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 2; i++) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return 1;
    n->weight = i;
    n->next = head;
    head = n;
  }
  pthread_create(&a, NULL, eat, NULL);
  pthread_create(&b, NULL, eat, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return head != NULL;
}
