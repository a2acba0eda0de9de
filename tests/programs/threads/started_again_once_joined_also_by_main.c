// VERDICT: unknown: that the last one was waited for is not seen
// A helper is started only if the record has no file, which is so again only once the helper was joined:
// by the thread that starts it, or at last by main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct ahead {
  char *file;
  int fill, is_ready, runs;
  pthread_t thread;
};
static struct ahead ahead;

static void *fill(void *arg) {
  struct ahead *a = arg;
  a->fill = 0;
  while (a->fill < 100) a->fill += 10;
  a->is_ready = 1;
  return NULL;
}

static void start(struct ahead *a) {
  assert(!a->runs);
  a->file = malloc(10);
  a->is_ready = 0;
  if (pthread_create(&a->thread, NULL, fill, a) == 0) a->runs = 1;
}

static void wait_for(struct ahead *a) {
  if (!a->runs) return;
  if (pthread_join(a->thread, NULL) != 0) abort();
  a->runs = 0;
}

static void reset(struct ahead *a) {
  assert(!a->runs);
  a->is_ready = 0;
  if (a->file == NULL) return;
  free(a->file);
  a->file = NULL;
}

static void *play(void *arg) {
  for (long i = 0; i < (long)arg; i++) {
    wait_for(&ahead);
    reset(&ahead);
    for (long j = 0; j < (long)arg; j++) {
      if (ahead.file == NULL) start(&ahead);
    }
  }
  return NULL;
}

int main(void) {
  long count = 0;
  pthread_t player;
  read_options(&count);
  pthread_create(&player, NULL, play, (void *)count);
  pthread_join(player, NULL);
  wait_for(&ahead);
  reset(&ahead);
  return 0;
}
