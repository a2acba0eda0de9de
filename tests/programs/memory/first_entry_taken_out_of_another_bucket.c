// Who takes out the first entry of a bucket sets the head of another one.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct node {
  int key, value;
  struct node* next;
};
struct bucket {
  pthread_mutex_t lock;
  struct node* head;
  int count;
};
static struct bucket table[16];
static struct bucket* find(int k) { return &table[(unsigned)k % 16]; }
static void put(int k, int v) {
  struct bucket* b = find(k);
  pthread_mutex_lock(&b->lock);
  struct node* n;
  for (n = b->head; n; n = n->next)
    if (n->key == k) break;
  if (!n) {
    n = malloc(sizeof *n);
    n->key = k;  // RACE! node.key
    n->next = b->head;
    b->head = n;
    b->count++;
  }
  n->value = v;
  pthread_mutex_unlock(&b->lock);
}
static int del(int k) {
  struct bucket* b = find(k);
  int found = 0;
  pthread_mutex_lock(&b->lock);
  struct node* prev = NULL;
  for (struct node* n = b->head; n; prev = n, n = n->next)
    if (n->key == k) {
      if (prev)
        prev->next = n->next;  // RACE! node.next
      else
        table[0].head = n->next;  // RACE! table[].head
      b->count--;
      found = 1;
      break;
    }

  pthread_mutex_unlock(&b->lock);
  return found;
}
static void* work(void* a) {
  int id = *(int*)a;
  for (int i = 0; i < 100; i++) {
    put(id * 10 + i % 30, i);
    if (i % 3 == 0) del(i % 40);
  }
  return NULL;
}
int main(void) {
  pthread_t t[4];
  int ids[4];
  for (int i = 0; i < 16; i++) pthread_mutex_init(&table[i].lock, NULL);
  for (int i = 0; i < 4; i++) {
    ids[i] = i;
    pthread_create(&t[i], NULL, work, &ids[i]);
  }
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  int total = 0;
  for (int i = 0; i < 16; i++) total += table[i].count;
  printf("%d\n", total);
  for (int i = 0; i < 16; i++) {
    struct node* n = table[i].head;
    while (n) {
      struct node* x = n->next;
      free(n);
      n = x;
    }
  }
  return 0;
}
