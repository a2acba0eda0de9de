// A wrapper gets entry and argument as parameters; both threads get the same data.
#include <pthread.h>
#include <stdlib.h>

static int level;

static void *up(void *arg) {
  *(int *)arg += 1; // RACE! level
  return NULL;
}
static void *down(void *arg) {
  *(int *)arg -= 1; // RACE! level
  return NULL;
}

static pthread_t spawn(void *(*entry)(void *), void *arg) {
  pthread_t t;
  if (pthread_create(&t, NULL, entry, arg) != 0) abort();
  return t;
}

int main(void) {
  pthread_t a = spawn(up, &level);
  pthread_t b = spawn(down, &level);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return level > 1;
}
