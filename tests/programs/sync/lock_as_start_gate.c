// TODAY: unknown: who comes first for a lock is not followed
// The thread waits at the start for a lock that its creator gives back once all is ready.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct engine {
  pthread_mutex_t start;
  pthread_t thread;
  int *device;
};

static int out;
static struct engine *engine;

static void *loop(void *arg) {
  struct engine *self = arg;
  pthread_mutex_lock(&self->start);
  pthread_mutex_unlock(&self->start);
  if (self->device) out = *self->device;
  return NULL;
}

static struct engine *make(void) {
  struct engine *made = malloc(sizeof *made);
  if (!made) abort();
  pthread_mutex_init(&made->start, NULL);
  pthread_mutex_lock(&made->start);
  pthread_create(&made->thread, NULL, loop, made);
  made->device = NULL;
  return made;
}

static void run(struct engine *made) {
  made->device = malloc(sizeof(int));
  if (!made->device) abort();
  *made->device = 3;
  pthread_mutex_unlock(&made->start);
}

int main(void) {
  long options;
  read_options(&options);
  engine = make();
  run(engine);
  pthread_join(engine->thread, NULL);
  return out;
}
