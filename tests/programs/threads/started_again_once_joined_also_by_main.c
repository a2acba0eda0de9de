// VERDICT: unknown: that the last one was waited for is not seen
// A helper is started only if the record has no file, which is so again only once it was joined: by
// the thread that starts it, or at last by main.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct ahead {
  int fill, runs;
  pthread_t thread;
};
static struct ahead ahead;

static void *fill(void *arg) {
  ((struct ahead *)arg)->fill += 10;
  return NULL;
}

static void start(struct ahead *a) {
  if (a->runs) abort();
  if (pthread_create(&a->thread, NULL, fill, a) == 0) a->runs = 1;
}

static void stop(struct ahead *a) {
  if (!a->runs) return;
  if (pthread_join(a->thread, NULL) != 0) abort();
  a->runs = 0;
}

static void *play(void *arg) {
  for (long i = 0; i < (long)arg; i++) {
    stop(&ahead);
    start(&ahead);
  }
  return NULL;
}

int main(void) {
  long count = 0;
  pthread_t player;
  read_options(&count);
  pthread_create(&player, NULL, play, (void *)count);
  pthread_join(player, NULL);
  stop(&ahead);
  return 0;
}
