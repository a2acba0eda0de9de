// A list whose nodes each hold the mutex of their own value.
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t lock;
  int value;
  struct node *next;
};
static struct node *head;

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
    n->value++;
    pthread_mutex_unlock(&n->lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  push(1);
  push(2);
  pthread_create(&a, NULL, bump_all, NULL);
  pthread_create(&b, NULL, bump_all, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return head->value == 0;
}
