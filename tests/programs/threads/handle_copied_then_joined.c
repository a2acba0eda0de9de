// A handle is copied to the heap and from there to a local before the join.
#include <pthread.h>
#include <stdlib.h>

static int answer;

static void *think(void *arg) {
  answer = 42;
  return arg;
}

int main(void) {
  pthread_t t, copy;
  pthread_t *kept = malloc(sizeof *kept);
  if (kept == NULL) return 1;
  pthread_create(&t, NULL, think, NULL);
  *kept = t;
  copy = *kept;
  free(kept);
  pthread_join(copy, NULL);
  return answer != 42;
}
