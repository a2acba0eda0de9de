// A count that only a program that found a fault in itself changes, on its way to abort: two threads
// may do so at once, but nobody would want to read of it.
// TSAN: silent
// VERDICT: unknown
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int reports;
static volatile int queue[4] = {1, 2, 3, 4};

static void report_fault(const char *what) {
  reports++; // MISSED reports: only as the program aborts
  fprintf(stderr, "%s\n", what);
}

static void *worker(void *arg) {
  for (int i = 0; i < 4; i++) {
    if (queue[i] == 0) {
      report_fault("empty");
      abort();
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  if (getenv("QUEUE_ENDS_EARLY") != NULL) queue[3] = 0;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return reports;
}
