// Items are added to the ring of the next bucket, under the lock of their own.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { kBuckets = 8 };

struct link {
  struct link *next, *prev;
};

struct item {
  unsigned key;
  long hits;
  struct link link;
};

struct bucket {
  pthread_mutex_t lock;
  struct link head;
};

static struct bucket table[kBuckets];

static struct item *item_of(struct link *link) {
  return (struct item *)((char *)link - offsetof(struct item, link));
}

static void add(struct link *link, struct link *head) {
  head->next->prev = link;
  link->next = head->next;  // RACE! item.link.next
  link->prev = head;
  head->next = link;  // RACE! table[].head.next
}

static void count(unsigned key) {
  struct bucket *bucket = &table[key % kBuckets];
  pthread_mutex_lock(&bucket->lock);
  for (struct link *at = bucket->head.next; at != &bucket->head; at = at->next) {
    if (item_of(at)->key != key) continue;
    item_of(at)->hits++;
    pthread_mutex_unlock(&bucket->lock);
    return;
  }
  struct item *item = malloc(sizeof *item);
  if (!item) abort();
  item->key = key;  // RACE! item.key
  item->hits = 1;
  add(&item->link, &table[(key + 1) % kBuckets].head);
  pthread_mutex_unlock(&bucket->lock);
}

static void *work(void *arg) {
  for (int i = 0; i < 3000; ++i) count((unsigned)rand());
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < kBuckets; ++i) {
    pthread_mutex_init(&table[i].lock, NULL);
    table[i].head.next = table[i].head.prev = &table[i].head;
  }
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
