// Which kind a store is was decided before there were threads; what is in its slots decides nothing.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct store;
struct kind {
  void (*enter)(struct store *);
  void (*leave)(struct store *);
};

struct store {
  const struct kind *kind;
  pthread_mutex_t mutex;
  char slots[12][16];
  int puts;
};

static void lock_it(struct store *store) { pthread_mutex_lock(&store->mutex); }
static void unlock_it(struct store *store) { pthread_mutex_unlock(&store->mutex); }
static void do_nothing(struct store *store) { (void)store; }

static const struct kind guarded = {lock_it, unlock_it};
static const struct kind plain = {do_nothing, do_nothing};

static struct store shared, own[3];

static void put(struct store *store, int slot, const char *text) {
  store->kind->enter(store);
  if (store->slots[slot][0] == '\0') {
    strncpy(store->slots[slot], text, sizeof store->slots[slot] - 1);
    store->puts++;
  }
  store->kind->leave(store);
}

static void *work(void *number) {
  long me = (long)number;
  for (int i = 0; i < 12; i++) {
    put(&own[me], i, "mine");
    put(&shared, i, me == 0 ? "north" : me == 1 ? "south" : "west");
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  shared.kind = &guarded;
  pthread_mutex_init(&shared.mutex, NULL);
  own[0].kind = own[1].kind = own[2].kind = &plain;
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d %d %d\n", shared.puts, own[0].puts, own[1].puts);
  return 0;
}
