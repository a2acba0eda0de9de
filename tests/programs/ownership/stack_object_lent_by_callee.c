// A function lends its local to a thread, changes it, and joins before it returns.
#include <pthread.h>
#include <stdio.h>

struct stats { int n; };

static void *feed(void *arg) {
  struct stats *s = arg;
  s->n++; // RACE! mine.n
  return NULL;
}

static int measure(void) {
  struct stats mine = {0};
  pthread_t t;
  pthread_create(&t, NULL, feed, &mine);
  mine.n += 10; // RACE! mine.n
  pthread_join(t, NULL);
  return mine.n;
}

int main(void) {
  printf("%d\n", measure());
  return 0;
}
