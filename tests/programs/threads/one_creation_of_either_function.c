// One place creates a thread that runs one of two functions.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct start {
  void *(*routine)(void);
};

static int rises, falls;

static void *rise(void) {
  rises++; // RACE! rises
  return NULL;
}

static void *fall(void) {
  falls++; // RACE! falls
  return NULL;
}

static void *run(void *arg) {
  struct start *start = arg;
  return start->routine();
}

int main(int argc, char **argv) {
  pthread_t thread;
  struct start *start = malloc(sizeof *start);
  (void)argv;
  if (start == NULL) return 1;
  if (argc > 1) {
    start->routine = rise;
  } else {
    start->routine = fall;
  }
  if (pthread_create(&thread, NULL, run, start) != 0) return 1;
  rises++; // RACE! rises
  falls++; // RACE! falls
  pthread_join(thread, NULL);
  printf("%d %d\n", rises, falls);
  return 0;
}
