// A thread that may not have been started is no reason to lose count of those that follow: each gets
// an element of its own.
#include <pthread.h>
#include <stdlib.h>

struct part {
  const char *path;
  int result;
};

static int start(pthread_t *thread, void *(*run)(void *), void *arg) {
  return pthread_create(thread, NULL, run, arg);
}

static void *process(void *arg) {
  struct part *part = arg;
  if (part->path[0] != '/')
    part->result = 1;
  return arg;
}

static void *count(void *arg) {
  ++*(long *)arg;
  return arg;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), started = 0;
  long counted = 0;
  struct part *parts = malloc(n * sizeof *parts);
  pthread_t *threads = malloc(n * sizeof *threads), other;
  start(&other, count, &counted);
  while (started < n) {
    parts[started].path = argv[0];
    parts[started].result = 0;
    if (start(threads + started, process, parts + started) != 0)
      abort();
    started++;
  }
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
  return argc;
}
