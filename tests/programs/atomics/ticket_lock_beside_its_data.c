// The numbers of the lock are of four bytes, and what it guards comes right behind them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
  atomic_uint next, served;
  unsigned count;
  int last;
} shared;

static void *work(void *argument) {
  int rounds = *(int *)argument;
  for (int i = 0; i < rounds; i++) {
    unsigned mine = atomic_fetch_add(&shared.next, 1);
    while (atomic_load(&shared.served) != mine) {
    }
    shared.count++;
    shared.last = i;
    atomic_fetch_add(&shared.served, 1);
  }
  return NULL;
}

int main(void) {
  int rounds = (int)(strtod("300", NULL) + 0.5);
  pthread_t a, b;
  pthread_create(&a, NULL, work, &rounds);
  pthread_create(&b, NULL, work, &rounds);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%u %d\n", shared.count, shared.last);
  return 0;
}
