// A worker takes items from a ring whose ends differ: what was set up before the first item was put
// there is read after.
#include <pthread.h>
#include <stdlib.h>

struct ring {
  int size, in, out;
  pthread_mutex_t lock;
  pthread_cond_t filled, drained;
  void **items;
};
static struct ring *raw, *cooked;
static int *table;
static int total; // of the worker alone

static struct ring *ring_new(int size) {
  struct ring *r = malloc(sizeof *r);
  if (r == NULL) exit(1);
  r->size = size + 1;
  r->in = r->out = 0;
  r->items = malloc((size + 1) * sizeof *r->items);
  pthread_mutex_init(&r->lock, NULL);
  pthread_cond_init(&r->filled, NULL);
  pthread_cond_init(&r->drained, NULL);
  return r;
}
static void put(struct ring *r, void *item) {
  pthread_mutex_lock(&r->lock);
  while ((r->in + 1) % r->size == r->out) pthread_cond_wait(&r->drained, &r->lock);
  r->items[r->in] = item;
  r->in = (r->in + 1) % r->size;
  pthread_cond_signal(&r->filled);
  pthread_mutex_unlock(&r->lock);
}
static void *get(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  while (r->in == r->out) pthread_cond_wait(&r->filled, &r->lock);
  void *item = r->items[r->out];
  r->out = (r->out + 1) % r->size;
  pthread_cond_signal(&r->drained);
  pthread_mutex_unlock(&r->lock);
  return item;
}

static void *stage(void *unused) {
  for (int i = 0; i < 8; i++) put(cooked, get(raw));
  return unused;
}
static void *worker(void *unused) {
  for (int i = 0; i < 8; i++) {
    get(cooked);
    if (table != NULL) total += *table;
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t s, w;
  raw = ring_new(argc);
  cooked = ring_new(argc + 1);
  pthread_create(&s, NULL, stage, NULL);
  pthread_create(&w, NULL, worker, NULL);
  if (system("true") != 0) return 1; // executions end here
  table = calloc(16, sizeof *table);
  for (int i = 0; i < 8; i++) put(raw, argv[0]);
  pthread_join(s, NULL);
  pthread_join(w, NULL);
  return total;
}
