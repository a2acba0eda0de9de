// Who logs takes a default if no stream was set, and main sets one only if it is asked to.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *out;

static void say(const char *what) {
  if (!out) out = stderr;  // RACE! out
  fprintf(out, "%s\n", what);
}

static void say_to(FILE *stream) { out = stream; }

static void *work(void *arg) {
  say("hello");
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  FILE *where = stderr;
  if (argc > 1) {
    where = fopen(argv[1], "w");
    if (!where) {
      say_to(stderr);
      say("cannot open");
      exit(1);
    }
  }
  if (argc > 1) say_to(where);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
