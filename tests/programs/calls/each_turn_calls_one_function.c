// TSAN: silent: the library does not exist
// A server has one of two functions, and calls it for each request: threads run at once.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct server {
  void (*handle)(void);
};

static int count;

static void *work(void *arg) {
  count++;  // RACE! count
  return arg;
}

static void handle_beside(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
}

static void handle_here(void) {}

static void serve(struct server *server, int requests) {
  for (int i = 0; i < requests; ++i) server->handle();
}

int main(int argc, char **argv) {
  long options;
  (void)argv;
  read_options(&options);
  struct server *server = malloc(sizeof *server);
  if (!server) return 1;
  server->handle = argc > 1 ? handle_beside : handle_here;
  serve(server, argc + 1000);
  return 0;
}
