// Nothing is done if the sum would be too large, which it is not.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static int lines_seen;

static void *reader(void *arg) {
  lines_seen = 12; // RACE! lines_seen
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  unsigned length = (unsigned char)argc;
  unsigned room = UINT_MAX - length;
  if (100 > room) {
    fprintf(stderr, "%s: too long\n", argv[0]);
    return 1;
  }
  pthread_create(&t, NULL, reader, NULL);
  lines_seen = 3; // RACE! lines_seen
  pthread_join(t, NULL);
  return lines_seen;
}
