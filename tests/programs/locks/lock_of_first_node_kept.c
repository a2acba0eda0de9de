// VERDICT: unknown: of which node the lock is that is held in later turns is not known
// The lock of the first node is kept, and the next ones are used under it as well.
#include <pthread.h>
#include <stdlib.h>
struct node {
  pthread_mutex_t lock;
  int data;
  struct node *next;
};
static struct node *head, *kept;
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
static int turns = 3;
static void *mover(void *u) {
  pthread_mutex_lock(&list);
  struct node *first = head;
  pthread_mutex_unlock(&list);
  pthread_mutex_lock(&first->lock);
  for (int i = 0; i < turns; i++) {
    pthread_mutex_lock(&list);
    struct node *a = head;
    a->data++;  // MISSED node.data: the lock of the node may be held
    head = a->next;
    pthread_mutex_unlock(&list);
  }
  pthread_mutex_unlock(&first->lock);
  return u;
}
static void *user(void *u) {
  struct node *x = kept;
  for (int i = 0; i < turns; i++) {
    pthread_mutex_lock(&x->lock);
    x->data++;  // MISSED node.data: the lock of the node may be held
    pthread_mutex_unlock(&x->lock);
    x = x->next;
  }
  return u;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  if (argc > 1) turns = atoi(argv[1]);
  if (system("true") != 0) return 1;  // executions end here
  for (int i = 0; i < turns; i++) {
    struct node *x = calloc(1, sizeof *x);
    pthread_mutex_init(&x->lock, 0);
    x->next = head;
    head = x;
  }
  kept = head;
  pthread_create(&a, 0, mover, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
