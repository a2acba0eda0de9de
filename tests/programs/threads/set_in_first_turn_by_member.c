// VERDICT: unknown: that it is so in the first turn only is not seen
// The first turn sets it, before there are threads, and a member that keeps the others from it.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct state {
  int size, is_open;
};

static void *work(void *arg) {
  return ((struct state *)arg)->size > 5 ? arg : NULL;
}

int main(void) {
  long given = 0;
  read_options(&given);
  const long count = given;
  struct state *state = calloc(1, sizeof *state);
  for (long i = 0; i < count; i++) {
    pthread_t t;
    if (!state->is_open) {
      state->is_open = 1;
      state->size = 3; // FALSE-ALARM state->size: as above
    }
    pthread_create(&t, NULL, work, state);
  }
  pthread_exit(NULL);
}
