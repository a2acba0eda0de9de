// A block of bytes that came from outside is looked at by two widths. Its first eight bytes as a number
// and its first four are different numbers.
// TODAY: unknown: too little is known of the branch, and no execution goes that way
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *worker(void *unused) {
  (void)unused;
  shared = 1;  // RACE! shared
  return NULL;
}

int main(void) {
  union {
    long long wide[4];
    int narrow[8];
  } block;
  pthread_t thread;
  int seen = 0;
  int source = open("/dev/urandom", O_RDONLY);
  if (read(source, &block, sizeof block) <= 0) return 1;
  pthread_create(&thread, NULL, worker, NULL);
  if (block.wide[0] != block.narrow[0]) seen = shared;  // RACE! shared
  pthread_join(thread, NULL);
  return seen;
}
