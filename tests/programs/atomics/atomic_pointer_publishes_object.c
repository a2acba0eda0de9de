// VERDICT: unknown: finding the pointer non-null orders the reads after the writes
// The object is complete when the atomic pointer to it is stored.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct map { int rooms; };
static struct map *_Atomic current;

static void *survey(void *arg) {
  struct map *m = malloc(sizeof *m);
  if (!m) return NULL;
  m->rooms = 12;
  atomic_store_explicit(&current, m, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, survey, NULL);
  struct map *m = atomic_load_explicit(&current, memory_order_acquire);
  if (m) printf("%d\n", m->rooms);
  pthread_join(t, NULL);
  free(atomic_load(&current));
  return 0;
}
