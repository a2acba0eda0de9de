// A spin lock of one word, taken and given back in functions.
#include <pthread.h>

static int word;
static long count;

static void take(int *w) {
  while (!__sync_bool_compare_and_swap(w, 0, 1)) {
  }
}

static void give(int *w) { __sync_lock_release(w); }

static void *work(void *arg) {
  take(&word);
  count++;
  give(&word);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return (int)count;
}
