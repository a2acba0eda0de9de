// A check of the compiler's arithmetic: with numbers that wrap, the sum is never the larger one, and
// the program goes on.
// FLAGS: -fwrapv
#include <pthread.h>
#include <stdio.h>

static int lines_seen;

static void *reader(void *arg) {
  lines_seen = 12; // RACE! lines_seen
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  int positive = (unsigned char)argc + 1;
  if (positive + 0x7FFFFFFF >= positive) {
    fprintf(stderr, "%s was miscompiled\n", argv[0]);
    return 1;
  }
  pthread_create(&t, NULL, reader, NULL);
  lines_seen = 3; // RACE! lines_seen
  pthread_join(t, NULL);
  return lines_seen;
}
