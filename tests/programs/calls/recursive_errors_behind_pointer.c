// As recursive_errors.c, by way of a pointer to what is written.
// TSAN: silent: the error is one of the library's
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct state {
  long seen;
  int abort_flag;
};

static struct state state;
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

static void clean_up(struct state *s) {
  s->abort_flag = 1;  // RACE! state.abort_flag
  message("bye");
}

void quit(int status) {
  clean_up(&state);
  exit(status);
}

static void *poller(void *arg) {
  for (long i = 0; i < 1000000 && !state.abort_flag; i++) {  // RACE! state.abort_flag
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
