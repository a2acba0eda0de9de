// A service thread is started where none runs, which a flag tells, but nobody waits for its end. Only main looks at the
// flag, in functions of its own.
// TSAN: silent: there is no line to read
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int is_running;
static long served;
static pthread_t service;

static void *serve(void *argument) {
  for (int i = 0; i < 100; i++) served += i;  // RACE! served
  return NULL;
}

static void start(void) {
  if (is_running) return;
  is_running = 1;
  if (pthread_create(&service, NULL, serve, NULL) != 0) exit(1);
}

static void stop(void) {
  if (!is_running) return;
  pthread_detach(service);
  is_running = 0;
}

int main(void) {
  char line[80];
  while (fgets(line, sizeof line, stdin)) {
    start();
    stop();
    printf("%ld\n", served);  // RACE! served
  }
  stop();
  return 0;
}
