// Nothing is known of what follows a recursion of which no end was found.
// VERDICT: unknown: the recursion seems never to return
// TSAN: silent: the program overflows its stack
#include <pthread.h>

static int count;

static int down(int n) { return 1 + down(n + 1); }

static void *worker(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  if (down(0) == 0) return 1;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
