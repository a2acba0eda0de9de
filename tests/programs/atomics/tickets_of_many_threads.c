// However many threads there are, it is the turn of one: of the one whose ticket is served.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_uint next_ticket, served;
static long total;

static unsigned enter(void) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&served) != ticket) {
  }
  return ticket;
}
static void leave(void) { atomic_fetch_add(&served, 1); }

static void *add(void *unused) {
  for (int i = 0; i < 20; i++) {
    unsigned ticket = enter();
    total += ticket;
    leave();
  }
  return unused;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t *threads = malloc(count * sizeof *threads);
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  free(threads);
  return 0;
}
