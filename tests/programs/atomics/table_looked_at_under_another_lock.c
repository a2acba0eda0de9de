// Who looks does so under another lock than who makes the table: a relaxed look there says nothing of
// what is in it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
  int size;
  int squares[16];
};

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER, looking = PTHREAD_MUTEX_INITIALIZER;
static struct table *_Atomic made;

static struct table *make(int size) {
  struct table *t = malloc(sizeof *t);
  if (t == NULL) abort();
  t->size = size; // RACE! table.size
  for (int i = 0; i < size; i++) t->squares[i] = i * i; // RACE! table.squares[]
  return t;
}

static void *prepare(void *arg) {
  pthread_mutex_lock(&making);
  struct table *t = make(16);
  atomic_store_explicit(&made, t, memory_order_relaxed);
  pthread_mutex_unlock(&making);
  return arg;
}

static struct table *get(void) {
  pthread_mutex_lock(&looking);
  struct table *t = atomic_load_explicit(&made, memory_order_relaxed);
  pthread_mutex_unlock(&looking);
  return t;
}

static void *sum(void *result) {
  struct table *t = get();
  long all = 0;
  if (t == NULL) return NULL;
  for (int i = 0; i < t->size; i++) all += t->squares[i]; // RACE! table.size // RACE! table.squares[]
  *(long *)result = all;
  return NULL;
}

int main(void) {
  pthread_t threads[8];
  long results[8] = {0};
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, i == 0 ? prepare : sum, &results[i]);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 8; i++) printf("%ld\n", results[i]);
  free(atomic_load_explicit(&made, memory_order_relaxed));
  return 0;
}
