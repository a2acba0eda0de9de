// VERDICT: unknown: where an address leads that the library put into a block is not known
// Both threads write a text that the library made, and that only a block of its own leads to.
#include <execinfo.h>
#include <pthread.h>

static char *first;

static void *shout(void *arg) {
  first[0] = 'A'; // MISSED first[]: where it leads is not known
  return arg;
}

int main(void) {
  void *frames[8];
  int depth = backtrace(frames, 8);
  char **names = backtrace_symbols(frames, depth);
  if (names == 0 || depth < 1)
    return 1;
  first = names[0];
  pthread_t thread;
  if (pthread_create(&thread, 0, shout, 0) != 0)
    return 1;
  first[0] = 'B';
  pthread_join(thread, 0);
  return 0;
}
