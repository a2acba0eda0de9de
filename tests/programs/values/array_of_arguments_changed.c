// The array that main is handed is memory like any other.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *arg) {
  char **arguments = arg;
  arguments[0] = NULL; // RACE! main.argv
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, worker, argv);
  if (argv[0] != NULL) puts("still there"); // RACE! main.argv
  pthread_join(t, NULL);
  return argc > 9;
}
