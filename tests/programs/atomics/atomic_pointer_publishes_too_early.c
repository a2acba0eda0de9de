// The object is changed again after the atomic pointer to it has been stored.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct map { int rooms; };
static struct map *_Atomic current;

static void *survey(void *arg) {
  struct map *m = calloc(1, sizeof *m);
  if (!m) exit(3);
  atomic_store(&current, m);
  m->rooms = 12; // RACE! map.rooms
  return arg;
}

int main(void) {
  pthread_t t;
  struct map *m;
  pthread_create(&t, NULL, survey, NULL);
  while ((m = atomic_load(&current)) == NULL) sched_yield();
  printf("%d\n", m->rooms); // RACE! map.rooms
  pthread_join(t, NULL);
  free(m);
  return 0;
}
