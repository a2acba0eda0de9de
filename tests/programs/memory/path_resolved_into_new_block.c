// Each thread has the path resolved into a block of its own: the argument is null, and not returned.
#include <pthread.h>
#include <stdlib.h>

static void *shout(void *arg) {
  char *path = realpath("/", NULL);
  if (path == NULL)
    return arg;
  path[0] = '!';
  free(path);
  return arg;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, shout, NULL) != 0)
    return 1;
  shout(NULL);
  pthread_join(thread, NULL);
  return 0;
}
