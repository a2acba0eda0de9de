// One lock guards the head and all nodes of the list.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int weight; struct node *next; };
static struct node *head;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->weight = 3;
  pthread_mutex_lock(&list_lock);
  n->next = head;
  head = n;
  pthread_mutex_unlock(&list_lock);
  return arg;
}

static int weigh_all(void) {
  int sum = 0;
  pthread_mutex_lock(&list_lock);
  for (const struct node *n = head; n; n = n->next) sum += n->weight;
  pthread_mutex_unlock(&list_lock);
  return sum;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, push, NULL);
  printf("%d\n", weigh_all());
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = head, *next; n; n = next) {
    next = n->next;
    free(n);
  }
  return 0;
}
