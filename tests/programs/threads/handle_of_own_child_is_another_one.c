// A thread that main has started never has main's handle: only the other way is gone.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *name;
static pthread_t child;

static void *work(void *argument) {
  name = argument;
  return NULL;
}

static void wait_for(pthread_t *thread) {
  if (pthread_equal(pthread_self(), *thread)) {
    fprintf(stderr, "%s waits for itself\n", name);
    pthread_detach(*thread);
  } else {
    pthread_join(*thread, NULL);
  }
  printf("%s has ended\n", name);
}

int main(int argc, char **argv) {
  if (pthread_create(&child, NULL, work, argv[0])) return 1;
  wait_for(&child);
  return argc > 1;
}
