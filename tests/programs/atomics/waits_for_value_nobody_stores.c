// Main waits in vain, so that nobody writes; some look at the word without order.
// TSAN: silent: it hangs
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;
static int x;

static void *wait_for_two(void *arg) {
  while (atomic_load(&go) != 2) {
  }
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_two, NULL);
  while (atomic_load_explicit(&go, memory_order_relaxed) != 1) {
  }
  x = 2;
  return 0;
}
