// Main frees the object after the thread that reads it has ended.
#include <pthread.h>
#include <stdlib.h>

struct lease { int days; };

static void *check(void *arg) {
  const struct lease *l = arg;
  return l->days > 3 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  struct lease *l = malloc(sizeof *l);
  if (l == NULL) return 1;
  l->days = 5;
  pthread_create(&t, NULL, check, l);
  pthread_join(t, NULL);
  free(l);
  return 0;
}
