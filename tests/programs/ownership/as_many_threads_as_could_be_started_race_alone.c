// TODAY: unknown: it is not known that the next one runs, and nothing is executed
// TSAN: silent: the threads are done before main looks
// As as_many_threads_as_could_be_started_race.c, where nothing is executed.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 8

struct handler {
  pthread_t thread;
  long accepted;
  int requests;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int generation;

static void *handle(void *arg) {
  struct handler *handler = arg;
  for (int i = 0; i < handler->requests; i++) handler->accepted++;
  return NULL;
}

static void *reload(void *arg) {
  pthread_mutex_lock(&lock);
  generation++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  struct handler handlers[COUNT];
  pthread_t reloader;
  int n = 0;
  long accepted = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  int has_reloader = pthread_create(&reloader, NULL, reload, NULL) == 0;
  for (; n < COUNT; n++) {
    memset(&handlers[n], 0, sizeof handlers[n]);
    handlers[n].requests = 10;
    if (pthread_create(&handlers[n].thread, NULL, handle, &handlers[n]) != 0) break;
  }
  for (int i = 0; i < n; i++) {
    pthread_join(handlers[i].thread, NULL);
    accepted += handlers[i].accepted;
    if (i + 1 < n) accepted += handlers[i + 1].accepted;  // MISSED handlers[].accepted: only possible
  }
  if (has_reloader) pthread_join(reloader, NULL);
  return accepted > 100 + generation;
}
