// The C11 mutex: plain lock in one place, checked trylock in the other.
// TSAN: silent: false alarm, glibc mtx_lock goes past its interceptors
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static mtx_t m;
static int total;

static void *add(void *arg) {
  mtx_lock(&m);
  total += *(int *)arg;
  mtx_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  int n = 6;
  if (mtx_init(&m, mtx_plain) != thrd_success) return 1;
  pthread_create(&t, NULL, add, &n);
  if (mtx_trylock(&m) == thrd_success) {
    total += 1;
    mtx_unlock(&m);
  }
  pthread_join(t, NULL);
  printf("%d\n", total);
  mtx_destroy(&m);
  return 0;
}
