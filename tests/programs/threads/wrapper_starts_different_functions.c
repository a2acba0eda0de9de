// A wrapper starts all threads: what each of them runs comes with the memory handed over.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct start {
  void *(*routine)(void *);
  void *argument;
};

static int read_bytes, written_bytes;

static void *run(void *arg) {
  struct start *start = arg;
  void *(*routine)(void *) = start->routine;
  void *argument = start->argument;
  free(start);
  return routine(argument);
}

static pthread_t start_thread(void *(*routine)(void *), void *argument) {
  pthread_t thread;
  struct start *start = malloc(sizeof *start);
  if (start == NULL) abort();
  start->routine = routine;
  start->argument = argument;
  if (pthread_create(&thread, NULL, run, start) != 0) abort();
  return thread;
}

static void *reader(void *arg) {
  read_bytes += 10;
  return arg;
}

static void *writer(void *arg) {
  written_bytes += 10;
  return arg;
}

int main(void) {
  pthread_t r = start_thread(reader, NULL);
  pthread_t w = start_thread(writer, NULL);
  pthread_join(r, NULL);
  pthread_join(w, NULL);
  printf("%d %d\n", read_bytes, written_bytes);
  return 0;
}
