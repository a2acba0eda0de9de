// The pointer is published under a lock, but the creator changes the object afterwards.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct route { int hops; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct route *best;
static sem_t published;

static void *plan(void *arg) {
  struct route *r = calloc(1, sizeof *r);
  if (!r) abort();
  pthread_mutex_lock(&m);
  best = r;
  pthread_mutex_unlock(&m);
  sem_post(&published);
  r->hops = 4; // RACE! route.hops
  return arg;
}

int main(void) {
  pthread_t t;
  struct route *r;
  sem_init(&published, 0, 0);
  pthread_create(&t, NULL, plan, NULL);
  sem_wait(&published);
  pthread_mutex_lock(&m);
  r = best;
  pthread_mutex_unlock(&m);
  if (r) printf("%d\n", r->hops); // RACE! route.hops
  pthread_join(t, NULL);
  free(best);
  return 0;
}
