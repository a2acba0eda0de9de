// A word is claimed with the number of the thread, which it finds in a table: it is 0 for one of
// them, which claims nothing so.
// TSAN: silent: the threads would have to take turns in between a few instructions
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int owner;
static long low, high;

static void claim(int id) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&owner, &expected, id)) expected = 0;
}

static void *widen(void *arg) {
  int id = *(int *)arg;
  for (int i = 0; i < 2; i++) {
    claim(id);
    low -= i;  // RACE! low
    high += i;  // RACE! high
    atomic_store(&owner, 0);
  }
  *(int *)arg = 0;
  return NULL;
}

int main(void) {
  static int ids[] = {1, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, widen, &ids[0]);
  pthread_create(&b, NULL, widen, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld %ld\n", low, high);
  return 0;
}
