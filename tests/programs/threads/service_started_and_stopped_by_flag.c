// A service thread is started where none runs, which a flag tells, and stopped where one does. Only main looks at the
// flag, in functions of its own.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int is_running;
static long served;
static pthread_t service;

static void *serve(void *argument) {
  for (int i = 0; i < 100; i++) served += i;
  return NULL;
}

static void start(void) {
  if (is_running) return;
  is_running = 1;
  if (pthread_create(&service, NULL, serve, NULL) != 0) exit(1);
}

static void stop(void) {
  if (!is_running) return;
  pthread_join(service, NULL);
  is_running = 0;
}

int main(void) {
  char line[80];
  while (fgets(line, sizeof line, stdin)) {
    start();
    stop();
    printf("%ld\n", served);
  }
  stop();
  return 0;
}
