// TSAN: silent: the program does not end
// A thread that never returns counts in twos, so only one side of a branch is ever taken.
#include <pthread.h>
#include <unistd.h>

static int hits;

static void *checker(void *arg) {
  (void)arg;
  for (unsigned i = 0;; i += 2) {
    if (i % 2) hits++;
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
