// A library gets the name that lies in a connection: that changes no lock beside it.
// VERDICT: unknown: what the library does is not known
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct connection {
  char host[64];
  void *socket;
  bool running, failed;
  void *lock;
};

extern void *new_socket(void);  // TSAN: silent: the library does not exist
extern bool connect_to(void *socket, const char *host);

static void (*when_out_of_memory)(void *);

static void *make(size_t size) {
  void *memory = malloc(size);
  if (!memory && when_out_of_memory) when_out_of_memory(NULL);
  return memory;
}

static void *new_lock(void) {
  void *lock = make(sizeof(sem_t));
  sem_init(lock, 0, 1);
  return lock;
}

static void take(void *lock) { sem_wait(lock); }
static void give_back(void *lock) { sem_post(lock); }

static void set(struct connection *c, bool running, bool failed) {
  take(c->lock);
  c->running = running;
  c->failed = failed;
  give_back(c->lock);
}

static bool is_running(struct connection *c) {
  take(c->lock);
  bool running = c->running;
  give_back(c->lock);
  return running;
}

static bool has_failed(struct connection *c) {
  take(c->lock);
  bool failed = c->failed;
  give_back(c->lock);
  return failed;
}

static void *run(void *arg) {
  struct connection *c = arg;
  set(c, false, false);
  c->socket = new_socket();
  if (c->socket) {
    if (connect_to(c->socket, c->host)) {
      take(c->lock);
      c->running = true;
      give_back(c->lock);
    } else {
      take(c->lock);
      c->failed = true;
      give_back(c->lock);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct connection *c = make(sizeof *c);
  if (c) {
    strncpy(c->host, "here", sizeof c->host - 1);
    c->socket = NULL;
    c->running = c->failed = false;
    c->lock = new_lock();
  }
  set(c, false, false);
  pthread_create(&thread, NULL, run, c);
  while (!is_running(c) && !has_failed(c)) {
  }
  pthread_join(thread, NULL);
  free(c);
  return 0;
}
