#include <pthread.h>

static __thread int is_busy;
static int calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Each thread claims a word of its own, which keeps out no other one.
static void *worker(void *arg) {
  for (int i = 0; i < 1000000; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  if (!__sync_lock_test_and_set(&is_busy, 1)) {
    calls++;  // RACE! calls
    __sync_lock_release(&is_busy);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
