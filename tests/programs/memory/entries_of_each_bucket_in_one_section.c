// Entries of a bucket are added, taken out and counted in one critical section; each thread begins
// with another bucket.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int key, value;
  struct node* next;
};
struct bucket {
  pthread_mutex_t lock;
  struct node* head;
};
static struct bucket table[8];
static void add(struct bucket* b, int k) {
  struct node* n = malloc(sizeof *n);
  n->key = k;
  n->value = 0;
  n->next = b->head;
  b->head = n;
}
static void del(struct bucket* b, int k) {
  for (struct node** pp = &b->head; *pp; pp = &(*pp)->next)
    if ((*pp)->key == k) {
      *pp = (*pp)->next;
      break;
    }
}
static void* work(void* a) {
  long id = (long)a;
  for (int i = 0; i < 200; i++) {
    struct bucket* b = &table[(id + i) % 8];
    pthread_mutex_lock(&b->lock);
    add(b, i % 10);
    del(b, (i + 3) % 10);
    for (struct node* n = b->head; n; n = n->next) n->value++;
    pthread_mutex_unlock(&b->lock);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 8; i++) pthread_mutex_init(&table[i].lock, 0);
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
