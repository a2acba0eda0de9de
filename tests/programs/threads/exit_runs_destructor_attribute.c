// exit, wherever it is called, runs what has the attribute while main goes on.
#include <pthread.h>
#include <stdlib.h>

static int steps;

__attribute__((destructor)) static void report(void) {
  steps++;  // RACE! steps
}

static void *leave(void *arg) {
  (void)arg;
  exit(0);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  steps = 5;
  pthread_join(thread, NULL);
  return 0;
}
