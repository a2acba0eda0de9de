// VERDICT: unknown: the threads that the recursions start have one name
// Two threads are started at the end of a recursion, and only the second is joined.
#include <pthread.h>

static int total;

static void *add(void *arg) {
  total += 1; // RACE! total
  return arg;
}

static pthread_t start(int depth) {
  pthread_t thread;
  if (depth > 0)
    return start(depth - 1);
  pthread_create(&thread, NULL, add, NULL);
  return thread;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t first = start(argc);
  pthread_join(start(argc), NULL);
  total += 1; // RACE! total
  pthread_join(first, NULL);
  return 0;
}
