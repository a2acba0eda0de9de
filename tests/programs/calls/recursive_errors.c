// What reports errors, ends the program and is called while it ends: the write that is shown is made where a procedure of
// this recursion does, not where another one is called.
// TSAN: silent: the error is one of the library's
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int abort_flag;
static long depth;

void quit(int status);
void message(const char *text);

static void flush(void) {
  if (fflush(stdout)) {
    message("flush");
    quit(1);
  }
}

void message(const char *text) {
  pthread_mutex_lock(&m);
  depth += text[0];
  pthread_mutex_unlock(&m);
  flush();
}

static void clean_up(void) {
  abort_flag = 1;  // RACE! abort_flag
  message("bye");
}

void quit(int status) {
  clean_up();
  exit(status);
}

static void *poller(void *arg) {
  for (long i = 0; i < 1000000 && !abort_flag; i++) {  // RACE! abort_flag
    pthread_mutex_lock(&m);
    depth++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, poller, NULL);
  message("start");
  pthread_join(thread, NULL);
  return 0;
}
