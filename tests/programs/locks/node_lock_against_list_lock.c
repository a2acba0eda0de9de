// One side takes the mutex of the node, the other the mutex of the whole list.
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t lock;
  int value;
  struct node *next;
};
static struct node *head;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  pthread_mutex_init(&n->lock, NULL);
  n->value = value;
  n->next = head;
  head = n;
}

static void *bump_all(void *arg) {
  for (struct node *n = head; n; n = n->next) {
    pthread_mutex_lock(&n->lock);
    n->value++; // RACE! node.value
    pthread_mutex_unlock(&n->lock);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  push(1);
  push(2);
  pthread_create(&t, NULL, bump_all, NULL);
  pthread_mutex_lock(&list_lock);
  for (struct node *n = head; n; n = n->next)
    sum += n->value; // RACE! node.value
  pthread_mutex_unlock(&list_lock);
  pthread_join(t, NULL);
  return sum == 0;
}
