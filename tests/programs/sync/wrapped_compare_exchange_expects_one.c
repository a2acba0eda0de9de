// TSAN: silent: the word orders the threads in nearly all schedules
// VERDICT: unknown: who finds another number has not claimed the word
// The wrapper's caller expects 1 and goes on if it finds that.
#include <pthread.h>

static unsigned taken = 1;
static int count;

static int compare_and_swap(unsigned *word, unsigned expected, unsigned desired) {
  return __sync_bool_compare_and_swap(word, expected, desired);
}

static void *work(void *arg) {
  while (!compare_and_swap(&taken, 1, 1)) {
  }
  count++; // RACE! count
  __atomic_store_n(&taken, 1, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
