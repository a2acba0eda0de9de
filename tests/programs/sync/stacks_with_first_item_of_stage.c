// The stage between two stacks puts an item of its own first: the worker may have that one before
// main has set up anything.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { kRoom = 5, kItems = 8 };
struct stack {
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  int *items;
  int count;
};
static int raw_items[kRoom], cooked_items[kRoom];
static struct stack raw = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                           PTHREAD_COND_INITIALIZER, raw_items, 0};
static struct stack cooked = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                              PTHREAD_COND_INITIALIZER, cooked_items, 0};
static int table[4];

static void put(struct stack *s, int item) {
  pthread_mutex_lock(&s->lock);
  while (s->count == kRoom) pthread_cond_wait(&s->emptied, &s->lock);
  s->items[s->count] = item;
  s->count++;
  pthread_cond_signal(&s->filled);
  pthread_mutex_unlock(&s->lock);
}

static int take(struct stack *s) {
  pthread_mutex_lock(&s->lock);
  while (s->count == 0) pthread_cond_wait(&s->filled, &s->lock);
  int item = s->items[s->count - 1];
  s->count--;
  pthread_cond_signal(&s->emptied);
  pthread_mutex_unlock(&s->lock);
  return item;
}

static void *cook(void *unused) {
  put(&cooked, 1);
  for (int i = 1; i < kItems; i++) put(&cooked, take(&raw));
  return unused;
}

static void *serve(void *unused) {
  for (int i = 0; i < kItems; i++) {
    int item = take(&cooked);
    printf("%d\n", table[item & 3]);  // RACE! table
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, cook, NULL);
  pthread_create(&b, NULL, serve, NULL);
  usleep(20000);
  table[1] = 7;  // RACE! table
  for (int i = 0; i < kItems; i++) put(&raw, i);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
