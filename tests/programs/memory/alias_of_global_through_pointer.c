// A pointer set by its initialiser stands for the global that main reads by name.
#include <pthread.h>
#include <stdio.h>

static int total;
static int *where = &total;

static void *add(void *arg) {
  *where += 5; // RACE! total
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  printf("%d\n", total); // RACE! total
  pthread_join(t, NULL);
  return 0;
}
