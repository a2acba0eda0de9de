// The list is that of the bucket, the lock may be the other one's.
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

static void insert(unsigned number, unsigned other) {
  struct node *node = malloc(sizeof *node);
  node->value = 0;
  const unsigned i = number % 2;
  pthread_mutex_lock(&buckets[other].lock);
  node->next = buckets[i].head;  // RACE! buckets[].head
  buckets[i].head = node;  // RACE! buckets[].head
  for (; node != NULL; node = node->next) node->value++;  // RACE! node.value
  pthread_mutex_unlock(&buckets[other].lock);
}

static void *work(void *unused) {
  insert(rand(), 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&buckets[0].lock, NULL);
  pthread_mutex_init(&buckets[1].lock, NULL);
  pthread_create(&thread, NULL, work, NULL);
  insert(1, 0);
  pthread_join(thread, NULL);
  return 0;
}
