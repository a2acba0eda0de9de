// Main lends its variable length array to two threads, which use the same element.
#include <pthread.h>
#include <stdio.h>

static void *fill(void *arg) {
  int *squares = arg;
  squares[2] += 4; // MISSED squares[]: values and paths are not told apart  // FALSE-ALARM squares[2]: values and paths are not told apart
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t t, u;
  int squares[argc + 2];
  for (int i = 0; i < argc + 2; i++) squares[i] = 0;
  pthread_create(&t, NULL, fill, squares);
  pthread_create(&u, NULL, fill, squares);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  printf("%d\n", squares[2]);
  return 0;
}
