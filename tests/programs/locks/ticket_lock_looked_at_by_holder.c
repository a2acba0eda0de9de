// Who has its turn may look at the number without order before it writes the next one.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint next, serving;
static int depth;
static long total;

static void enter(void) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) sched_yield();
}

static void leave(void) {
  unsigned now = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, now + 1, memory_order_release);
}

static void *add(void *unused) {
  for (int i = 0; i < 1000; i++) {
    enter();
    if (depth < 100) depth++;
    total += i;
    leave();
  }
  return unused;
}

static void *take(void *unused) {
  for (int i = 0; i < 1000; i++) {
    enter();
    if (depth > 0) depth--;
    total -= i;
    leave();
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i % 2 ? add : take, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total + depth);
  return 0;
}
