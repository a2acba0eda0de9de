// TODAY: unknown: the thread that the recursion starts may be one of several
// The thread is started at the end of a recursion, and joined by whoever called it.
#include <pthread.h>

static int total;

static void *add(void *arg) {
  total += 1; // FALSE-ALARM total
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
  pthread_join(start(argc), NULL);
  total += 1; // FALSE-ALARM total
  return 0;
}
