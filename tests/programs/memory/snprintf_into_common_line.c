// Both threads format into one line buffer.
#include <pthread.h>
#include <stdio.h>

static char line[40];

static void show(const char *who, int n) {
  snprintf(line, sizeof line, "%s has %d", who, n); // RACE! line[]
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
  puts(line);
  return 0;
}
