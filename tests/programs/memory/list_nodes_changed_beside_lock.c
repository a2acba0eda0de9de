// The list is searched under its lock, but the node found is changed after the lock is released.
#include <pthread.h>
#include <stddef.h>

struct node { int key, weight; struct node *next; };
static struct node last = {2, 0, NULL}, first = {1, 0, &last};
static struct node *head = &first;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *find(int key) {
  struct node *n;
  pthread_mutex_lock(&list_lock);
  for (n = head; n && n->key != key; n = n->next) continue;
  pthread_mutex_unlock(&list_lock);
  return n;
}

static void *add_weight(void *arg) {
  struct node *n = find(2);
  if (n) n->weight += 5; // RACE! last.weight  // FALSE-ALARM first.weight: may be different memory
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add_weight, NULL);
  pthread_create(&b, NULL, add_weight, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return last.weight > 10;
}
