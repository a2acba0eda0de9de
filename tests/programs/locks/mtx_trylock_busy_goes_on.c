// The C11 mutex: the worker changes the total just when trylock says busy.
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static mtx_t m;
static int total;

static void *add(void *arg) {
  if (mtx_trylock(&m) == thrd_busy)
    total += *(int *)arg; // RACE! total
  else
    mtx_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  int n = 6;
  if (mtx_init(&m, mtx_plain) != thrd_success) return 1;
  mtx_lock(&m);
  pthread_create(&t, NULL, add, &n);
  total += 1; // RACE! total
  pthread_join(t, NULL);
  mtx_unlock(&m);
  printf("%d\n", total);
  return 0;
}
