// The threads take the first node under the lock, but leave it on the list for the others.
#include <pthread.h>
#include <stdlib.h>

struct node { int weight; struct node *next; };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *eat(void *arg) {
  pthread_mutex_lock(&m);
  struct node *n = head;
  pthread_mutex_unlock(&m);
  if (n) n->weight -= 1; // RACE! node.weight
  return arg;
}

int main(void) {
  pthread_t a, b;
  head = calloc(1, sizeof *head);
  if (!head) return 1;
  head->weight = 2;
  pthread_create(&a, NULL, eat, NULL);
  pthread_create(&b, NULL, eat, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(head);
  return 0;
}
