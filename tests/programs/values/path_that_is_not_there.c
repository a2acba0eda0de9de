// A path may not be there: that of a null result is a way like any other.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static int missing;

static void *resolve(void *arg) {
  char *path = canonicalize_file_name("/nowhere");
  if (path == NULL)
    missing++; // RACE! missing
  free(path);
  return arg;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, resolve, NULL) != 0)
    return 1;
  missing++;
  pthread_join(thread, NULL);
  return 0;
}
