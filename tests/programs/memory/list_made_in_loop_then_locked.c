// A list of unknown length is made before the threads start; each node has its own lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  pthread_mutex_t lock;
  struct node *next;
};
static struct node *head;

static struct node *make(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(3);
  n->value = value;
  n->next = next;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}

static void *count(void *arg) {
  for (struct node *n = head; n; n = n->next) {
    pthread_mutex_lock(&n->lock);
    n->value++;
    pthread_mutex_unlock(&n->lock);
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  for (int i = 0; i < argc + 20; i++) head = make(i, head);
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return head->value == 0;
}
