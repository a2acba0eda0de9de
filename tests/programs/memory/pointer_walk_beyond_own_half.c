// One of the two pointers that walk over the halves of an array goes one element too far.
#include <pthread.h>

static int marks[8];

static void *mark(void *arg) {
  int *p = marks;
  do *p++ = 1; // RACE! marks[]
  while (p <= marks + 4);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, mark, NULL);
  for (int *p = marks + 4; p != marks + 8; ++p) *p = 2; // RACE! marks[]
  pthread_join(t, NULL);
  return marks[3] != 1;
}
