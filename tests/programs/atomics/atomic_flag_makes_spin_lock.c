// VERDICT: unknown: the spin lock is built from an atomic flag
// An atomic flag serves as a spin lock around the plain variable.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int money = 100;

static void acquire(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) sched_yield();
}

static void release(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static void *spend(void *arg) {
  acquire();
  money -= 30;
  release();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spend, NULL);
  pthread_create(&b, NULL, spend, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return money != 40;
}
