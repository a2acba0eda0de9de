// Bits, floating-point numbers and texts, of which only executions tell: none of the branches is taken
// by more than one thread.
// TODAY: unknown: no execution goes on behind the call of a function that is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <string.h>

extern void read_options(long *options);

static const double scale = 0.5;
int flags = 6;
static int first, second, third, fourth;

static void *work(void *arg) {
  const long id = (long)arg;
  char name[4] = "abc";
  if ((id & 1) == 1) first++;  // FALSE-ALARM first: only executions tell
  if (scale > 1) second++;  // FALSE-ALARM second: only executions tell
  if (flags & 1) third++;  // FALSE-ALARM third: only executions tell
  if (name[1] == 'c') fourth++;  // FALSE-ALARM fourth: only executions tell
  return NULL;
}

int main(void) {
  long options[2] = {0, 0};
  pthread_t t, u;
  read_options(options);
  pthread_create(&t, NULL, work, (void *)1l);
  pthread_create(&u, NULL, work, (void *)2l);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return first + second + third + fourth;
}
