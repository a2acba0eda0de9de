// TSAN: silent: the library does not exist
// TODAY: unknown: what the hook is, is not known
// Nothing is stored into the hook by name. What is only handed to a function that starts threads is not called by it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern void read_options(long *options);

struct hooks {
  void *(*encode)(void *);
  long size;
};

struct server {
  struct hooks hooks;
  long served;
};

static long ticks;
static struct server *server;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *timer(void *arg) {
  for (int i = 0; i < 100; i++) ticks++;
  return arg;
}

static void *serve(void *arg) {
  pthread_mutex_lock(&lock);
  if (server->hooks.size > 0) arg = server->hooks.encode(arg);
  server->served++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void start(pthread_t *thread, void *(*entry)(void *), void *arg) {
  if (pthread_create(thread, NULL, entry, arg)) exit(1);
}

int main(void) {
  pthread_t threads[3];
  long options = 0;
  server = malloc(sizeof(struct server));
  memset(server, 0, sizeof(struct server));
  read_options(&options);
  server->hooks.size = options;
  start(&threads[0], timer, NULL);
  start(&threads[1], serve, NULL);
  start(&threads[2], serve, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return ticks > 0;
}
