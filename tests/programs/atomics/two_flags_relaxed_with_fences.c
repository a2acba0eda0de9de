// Between what each side says and what it looks at there is a fence, and one of the two fences comes first.
#include <pthread.h>

static int here, there, value;

static void *work(void *unused) {
  __atomic_store_n(&there, 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&here, __ATOMIC_RELAXED)) value++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  __atomic_store_n(&here, 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&there, __ATOMIC_RELAXED)) value++;
  pthread_join(thread, NULL);
  return value;
}
