// The fence of one side comes before what it says, so that may be seen too late.
// TODAY: unknown: executions that are searched for races are sequentially consistent, and none shows it
// TSAN: silent: needs a store that is delayed beyond a later load
#include <pthread.h>

static int here, there, value;

static void *work(void *unused) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&there, 1, __ATOMIC_RELAXED);
  if (!__atomic_load_n(&here, __ATOMIC_RELAXED)) value++;  // RACE! value
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  __atomic_store_n(&here, 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&there, __ATOMIC_RELAXED)) value++;  // RACE! value
  pthread_join(thread, NULL);
  return value;
}
