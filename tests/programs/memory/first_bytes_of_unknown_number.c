// A number of which nothing is known is beyond a limit, and its first bytes are below it: they are
// another number.
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *worker(void *unused) {
  (void)unused;
  shared = 1;  // RACE! shared
  return NULL;
}

int main(void) {
  union {
    int whole;
    short first;
  } number;
  pthread_t thread;
  int seen = 0;
  pthread_create(&thread, NULL, worker, NULL);
  number.whole = rand() & 0xff0000;
  if (number.whole > 20 && number.first == 0) seen = shared;  // RACE! shared
  pthread_join(thread, NULL);
  return seen;
}
