// VERDICT: unknown: the threads that so many calls start are not told apart
// Of two threads more than are told apart by the call, the second one is joined.
#include <pthread.h>

int total;

static void *add(void *arg) {
  total += 1;  // RACE! total
  return arg;
}

static pthread_t start(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  return thread;
}

int main(void) {
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_t first = start();
  pthread_t second = start();
  pthread_join(second, 0);
  total += 1;  // RACE! total
  pthread_join(first, 0);
  return 0;
}
