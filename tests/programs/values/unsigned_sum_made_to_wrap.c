// An unsigned number plus the largest one is one less: the sum is always the smaller one, and the
// program goes on.
#include <pthread.h>
#include <stdio.h>

static int lines_seen;

static void *reader(void *arg) {
  lines_seen = 12; // RACE! lines_seen
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  unsigned positive = (unsigned char)argc + 1;
  if (positive + 0xFFFFFFFFu >= positive) {
    fprintf(stderr, "%s was miscompiled\n", argv[0]);
    return 1;
  }
  pthread_create(&t, NULL, reader, NULL);
  lines_seen = 3; // RACE! lines_seen
  pthread_join(t, NULL);
  return lines_seen;
}
