// TODAY: unknown: what goes through a pipe may order its ends, but is not followed
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *work(void *arg) {
  int *object = arg;
  char done = (char)*object;
  return write(ends[1], &done, 1) == 1 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  char done;
  if (pipe(ends) != 0) return 1;
  int *object = malloc(sizeof *object);
  *object = 1;
  pthread_create(&t, NULL, work, object);
  while (read(ends[0], &done, 1) != 1) {
  }
  free(object);
  pthread_join(t, NULL);
  return 0;
}
