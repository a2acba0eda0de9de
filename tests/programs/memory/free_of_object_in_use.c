// Main frees the object without waiting for the thread that reads it.
#include <pthread.h>
#include <stdlib.h>

struct lease { int days; };

static void *check(void *arg) {
  const struct lease *l = arg;
  return l->days > 3 ? arg : NULL; // RACE! lease.days
}

int main(void) {
  pthread_t t;
  struct lease *l = malloc(sizeof *l);
  if (l == NULL) return 1;
  l->days = 5;
  pthread_create(&t, NULL, check, l);
  free(l); // RACE! lease.days
  pthread_join(t, NULL);
  return 0;
}
