// TODAY: unknown: that the stream is not null where main sets it is not known
// Who logs takes a default if no stream was set, but main always sets one first.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *out;

static void say(const char *what) {
  if (!out) out = stderr;
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
  say_to(where);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
