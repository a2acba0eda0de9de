// TSAN: silent: the program does not end
// TODAY: unknown: that the number is always even is not known
// A thread that never returns goes on behind both sides of a branch.
#include <pthread.h>
#include <unistd.h>

static int hits;

static void *checker(void *arg) {
  (void)arg;
  for (unsigned i = 0;; i += 2) {
    if (i % 2) hits++;  // FALSE-ALARM hits: it is always even
  }
  return NULL;
}

static void *counter(void *arg) {
  (void)arg;
  for (;;) {
    hits++;
    usleep(1);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, checker, NULL);
  pthread_create(&b, NULL, counter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
