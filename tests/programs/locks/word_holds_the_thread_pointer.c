// A lock of the program's own making holds who has it, told by the register that points to what
// each thread has for itself.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_uintptr_t owner;
static long total;

static uintptr_t self(void) { return (uintptr_t)__builtin_thread_pointer(); }

static void enter(void) {
  uintptr_t nobody = 0, mine = self();
  while (!atomic_compare_exchange_strong(&owner, &nobody, mine)) nobody = 0;
}

static void leave(void) { atomic_store_explicit(&owner, 0, memory_order_release); }

static void *add(void *unused) {
  for (int i = 0; i < 10000; i++) {
    enter();
    total++;
    leave();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  return 0;
}
