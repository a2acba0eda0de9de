// The loop has many turns, but only one of them starts the thread.
#include <pthread.h>
#include <stdlib.h>

static int first, second;

static void *count_first(void *arg) {
  first++;
  return arg;
}

static void *count_second(void *arg) {
  second++;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  const long turns = atol(argv[argc - 1]);
  for (long i = 0; i < turns; i++) {
    if (i == 3) pthread_create(&t, NULL, count_first, NULL);
  }
  int is_started = 0;
  for (long i = 0; i < turns; i++) {
    if (is_started || atol(argv[0]) == i) continue;
    is_started = 1;
    pthread_create(&t, NULL, count_second, NULL);
  }
  return 0;
}
