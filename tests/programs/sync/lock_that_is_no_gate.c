// The thread takes another lock at the start than the one that its creator holds.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct engine {
  pthread_mutex_t start, log;
  pthread_t thread;
  int device;
};

static int out, lines;
static struct engine *engine;

static void *loop(void *arg) {
  struct engine *self = arg;
  pthread_mutex_lock(&self->log);
  lines++;
  pthread_mutex_unlock(&self->log);
  out = self->device;  // RACE! engine.device
  return NULL;
}

int main(void) {
  long options;
  read_options(&options);
  engine = malloc(sizeof *engine);
  if (!engine) abort();
  pthread_mutex_init(&engine->start, NULL);
  pthread_mutex_init(&engine->log, NULL);
  engine->device = 0;
  pthread_mutex_lock(&engine->start);
  pthread_create(&engine->thread, NULL, loop, engine);
  engine->device = 3;  // RACE! engine.device
  pthread_mutex_unlock(&engine->start);
  pthread_join(engine->thread, NULL);
  return out;
}
