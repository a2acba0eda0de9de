// A thread that has no ticket serves the next one, too: then it is the turn of two.
// TSAN: silent: the three threads rarely meet so
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint next_ticket, served;
static long total;

static void *add(void *unused) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&served) < ticket) {
  }
  total += ticket;  // RACE! total
  atomic_fetch_add(&served, 1);
  return unused;
}

static void *hurry(void *unused) {
  atomic_fetch_add(&served, 1);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, hurry, NULL);
  pthread_create(&c, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  printf("%ld\n", total);
  return 0;
}
