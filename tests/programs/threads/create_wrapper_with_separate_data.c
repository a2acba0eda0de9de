// A wrapper gets entry and argument as parameters; each thread has its own data.
#include <pthread.h>
#include <stdlib.h>

static int ups, downs;

static void *up(void *arg) {
  (*(int *)arg)++;
  return NULL;
}
static void *down(void *arg) {
  (*(int *)arg)--;
  return NULL;
}

static pthread_t spawn(void *(*entry)(void *), void *arg) {
  pthread_t t;
  if (pthread_create(&t, NULL, entry, arg) != 0) abort();
  return t;
}

int main(void) {
  pthread_t a = spawn(up, &ups);
  pthread_t b = spawn(down, &downs);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return ups + downs;
}
