// Who needs the table first makes it. Under the lock a relaxed look is enough: who made it held the
// lock, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
  int size;
  int squares[16];
};

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static struct table *_Atomic made;

static struct table *make(int size) {
  struct table *t = malloc(sizeof *t);
  if (t == NULL) abort();
  t->size = size;
  for (int i = 0; i < size; i++) t->squares[i] = i * i;
  return t;
}

static struct table *get(void) {
  struct table *t = atomic_load_explicit(&made, memory_order_acquire);
  if (t != NULL) return t;
  pthread_mutex_lock(&making);
  t = atomic_load_explicit(&made, memory_order_relaxed);
  if (t == NULL) {
    t = make(16);
    atomic_store_explicit(&made, t, memory_order_release);
  }
  pthread_mutex_unlock(&making);
  return t;
}

static void *sum(void *result) {
  struct table *t = get();
  long all = 0;
  for (int i = 0; i < t->size; i++) all += t->squares[i];
  *(long *)result = all;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t threads[8];
  long results[8];
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, sum, &results[i]);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 8; i++) printf("%ld\n", results[i]);
  free(atomic_load_explicit(&made, memory_order_relaxed));
  return 0;
}
