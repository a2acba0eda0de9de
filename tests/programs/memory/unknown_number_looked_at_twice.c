// A number of which nothing is known is beyond a limit, and is looked at again as it was: it cannot be
// below the limit.
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *worker(void *unused) {
  (void)unused;
  shared = 1;
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
  if (number.whole > 20 && number.whole == 0) seen = shared;
  pthread_join(thread, NULL);
  return seen;
}
