// A path is resolved into a buffer of the program, which the result then points to as well: of what
// realpath returns, it is the argument.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

static char buffer[PATH_MAX];

static void *shout(void *arg) {
  buffer[0] = '!'; // RACE! buffer[]
  return arg;
}

int main(void) {
  char *path = realpath("/", buffer);
  if (path == NULL)
    return 1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, shout, NULL) != 0)
    return 1;
  path[0] = '?';
  pthread_join(thread, NULL);
  return 0;
}
