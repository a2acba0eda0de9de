// VERDICT: unknown: the unlocked reads are ordered by finding a non-null pointer
// The pointer is published under a lock after the fields are set; the reader copies it under the lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct route { int hops; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct route *best;

static void *plan(void *arg) {
  struct route *r = malloc(sizeof *r);
  if (!r) return NULL;
  r->hops = 4;
  pthread_mutex_lock(&m);
  best = r;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct route *r;
  pthread_create(&t, NULL, plan, NULL);
  pthread_mutex_lock(&m);
  r = best;
  pthread_mutex_unlock(&m);
  if (r) printf("%d\n", r->hops);
  pthread_join(t, NULL);
  free(best);
  return 0;
}
