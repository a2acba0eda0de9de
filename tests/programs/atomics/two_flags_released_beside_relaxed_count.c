// Released and acquired, what each side says may not have reached the other one when that looks.
// TODAY: unknown: executions that are searched for races are sequentially consistent, and none shows it
// TSAN: silent: needs a store that is delayed beyond a later load
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here, there, tries;
static int value;

static void *work(void *unused) {
  atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
  atomic_store_explicit(&there, 1, memory_order_release);
  if (!atomic_load_explicit(&here, memory_order_acquire)) value++;  // RACE! value
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
  atomic_store_explicit(&here, 1, memory_order_release);
  if (!atomic_load_explicit(&there, memory_order_acquire)) value++;  // RACE! value
  pthread_join(thread, NULL);
  return value;
}
