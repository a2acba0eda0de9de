// Who needs an entry makes it under a lock, but one thread looks for entries without it: the relaxed
// stores do not come with what was written before them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define ENTRIES 8

struct entry {
  int number;
  int weight;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *_Atomic entries[ENTRIES];

static struct entry *get(int number) {
  pthread_mutex_lock(&lock);
  struct entry *e = atomic_load_explicit(&entries[number], memory_order_relaxed);
  if (e == NULL) {
    e = malloc(sizeof *e);
    if (e == NULL) abort();
    e->number = number;
    e->weight = 3 * number + 1;
    atomic_store_explicit(&entries[number], e, memory_order_relaxed);
  }
  pthread_mutex_unlock(&lock);
  return e;
}

static void *use(void *sum) {
  for (int i = 0; i < 200; i++) {
    struct entry *e = get(i % ENTRIES);
    *(long *)sum += e->number + e->weight;
  }
  return NULL;
}

static void *look(void *sum) {
  for (int i = 0; i < 100000; i++) {
    struct entry *e = atomic_load_explicit(&entries[i % ENTRIES], memory_order_acquire);
    if (e != NULL) *(long *)sum += e->weight; // RACE! entry.weight
  }
  return NULL;
}

int main(void) {
  pthread_t threads[5];
  long sums[5] = {0};
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], NULL, i == 0 ? look : use, &sums[i]);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < ENTRIES; i++) free(atomic_load(&entries[i]));
  return sums[0] == 0;
}
