// Entries of a table with a lock for each bucket are added, found and, by a pointer to the pointer
// to them, taken out.
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
    n->key = k;
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
  struct node** pp = &b->head;
  while (*pp) {
    struct node* n = *pp;
    if (n->key == k) {
      *pp = n->next;
      free(n);
      b->count--;
      found = 1;
      break;
    }
    pp = &n->next;
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
