// Whatever the number, the list and its lock are those of one bucket.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};
static struct {
  pthread_mutex_t lock;
  struct node *head;
} buckets[2];

static void insert(unsigned number) {
  struct node *node = malloc(sizeof *node);
  node->value = 0;
  const unsigned i = number % 2;
  pthread_mutex_lock(&buckets[i].lock);
  node->next = buckets[i].head;
  buckets[i].head = node;
  for (; node != NULL; node = node->next) node->value++;
  pthread_mutex_unlock(&buckets[i].lock);
}

static void *work(void *unused) {
  insert(rand());
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&buckets[0].lock, NULL);
  pthread_mutex_init(&buckets[1].lock, NULL);
  pthread_create(&thread, NULL, work, NULL);
  insert(1);
  pthread_join(thread, NULL);
  return 0;
}
