// Where a fault ends the program, the loop goes on behind the other side of the branch.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int hits;

static void *counter(void *arg) {
  (void)arg;
  for (;;) {
    if (usleep(1) < 0) abort();
    hits++;  // RACE! hits
  }
  return NULL;
}

int main(void) {
  long options;
  read_options(&options);
  pthread_t a, b;
  pthread_create(&a, NULL, counter, NULL);
  pthread_create(&b, NULL, counter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
