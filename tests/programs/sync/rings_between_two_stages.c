// TODAY: unknown: what memory holds that was allocated as zeros is not kept
// From main by one ring to a stage, and by another one to a worker: the worker's first item comes
// after main's first. That main's thread decides on it, through the stage, is a doubt at least.
#include <pthread.h>
#include <stdlib.h>

struct ring {
  int size, in, out;
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  void **items;
};
static struct ring *raw, *cooked;
static int *table;

static struct ring *new_ring(int size) {
  struct ring *r = calloc(1, sizeof *r);
  if (!r) exit(1);
  r->size = size + 1;
  r->items = malloc((size + 1) * sizeof *r->items);
  pthread_mutex_init(&r->lock, NULL);
  pthread_cond_init(&r->filled, NULL);
  pthread_cond_init(&r->emptied, NULL);
  return r;
}

static void put(struct ring *r, void *item) {
  pthread_mutex_lock(&r->lock);
  while ((r->in + 1) % r->size == r->out) pthread_cond_wait(&r->emptied, &r->lock);
  r->items[r->in] = item;
  r->in = (r->in + 1) % r->size;
  pthread_cond_signal(&r->filled);
  pthread_mutex_unlock(&r->lock);
}

static void *take(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  while (r->in == r->out) pthread_cond_wait(&r->filled, &r->lock);
  void *item = r->items[r->out];
  r->out = (r->out + 1) % r->size;
  pthread_cond_signal(&r->emptied);
  pthread_mutex_unlock(&r->lock);
  return item;
}

static void *cook(void *unused) {
  for (;;) put(cooked, take(raw));
}

static void *serve(void *unused) {
  for (;;) {
    int *item = take(cooked);
    *item = table[*item & 15];
  }
}

int main(int argc, char **argv) {
  pthread_t a, b;
  raw = new_ring(argc);
  cooked = new_ring(argc);
  pthread_create(&a, NULL, cook, NULL);
  pthread_create(&b, NULL, serve, NULL);
  table = calloc(16, sizeof *table);
  if (!table || system("true")) return 1;  // cannot be executed: no execution refutes the race
  int items[10] = {0};
  for (int i = 0; i < 10; i++) put(raw, &items[i]);
  pthread_exit(NULL);
}
