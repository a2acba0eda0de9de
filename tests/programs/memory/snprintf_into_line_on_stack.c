// Every call formats into a line buffer on its own stack.
#include <pthread.h>
#include <stdio.h>

static void show(const char *who, int n) {
  char line[40];
  snprintf(line, sizeof line, "%s has %d", who, n);
  puts(line);
}

static void *left(void *arg) {
  show("left", 3);
  return arg;
}

static void *right(void *arg) {
  show("right", 4);
  return arg;
}

int main(void) {
  pthread_t l, r;
  pthread_create(&l, NULL, left, NULL);
  pthread_create(&r, NULL, right, NULL);
  pthread_join(l, NULL);
  pthread_join(r, NULL);
  return 0;
}
