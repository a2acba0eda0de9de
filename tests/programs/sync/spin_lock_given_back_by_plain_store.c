// A spin lock whose word is given back by a plain store: the word races with the test before the
// exchange. What it guards does on no machine whose stores are seen in order, and is not shown.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

typedef volatile unsigned long word;

static word stack_lock;
static int depth;

static void take(word *lock, unsigned long value) {
  for (;;) {
    if (*lock == 0 && __sync_bool_compare_and_swap(lock, 0, value)) return; // RACE! stack_lock
    sched_yield();
  }
}

static void *pusher(void *arg) {
  take(&stack_lock, 1);
  depth++; // MISSED depth: the plain store orders nothing by the language
  stack_lock = 0; // RACE! stack_lock
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, pusher, NULL);
  pthread_create(&b, NULL, pusher, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", depth);
  return 0;
}
