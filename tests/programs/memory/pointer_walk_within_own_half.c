// Pointers walk over the two halves of an array.
#include <pthread.h>

static int marks[8];

static void *mark(void *arg) {
  for (int *p = marks; p < marks + 4; p++) *p = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, mark, NULL);
  for (int *p = marks + 4; p != marks + 8; ++p) *p = 2;
  pthread_join(t, NULL);
  return marks[3] + marks[4] != 3;
}
