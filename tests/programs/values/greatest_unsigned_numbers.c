// The greatest unsigned numbers, as functions return them for what is not found, and as all bits make them.
// TSAN: silent: the library does not exist
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *options);

static int found, full;

static size_t find(long key) {
  if (key > 3) return 7;
  return (size_t)-1;
}

static void *work(void *arg) {
  found++;  // RACE! found
  full++;   // RACE! full
  return arg;
}

int main(void) {
  pthread_t t;
  long options[2] = {0, 0};
  unsigned bits = 0;
  read_options(options);
  bits = ~bits;
  const size_t place = find(options[0]);
  pthread_create(&t, NULL, work, NULL);
  if (place > 100) found++;  // RACE! found
  if (bits == -1) full++;    // RACE! full
  pthread_join(t, NULL);
  return found + full;
}
