// VERDICT: unknown: as far as known, a thread may still use what its pointer starts with
// Each thread finds the default in its own pointer, and puts an object of its own there before it
// writes to it.
#include <pthread.h>
#include <stdlib.h>

struct arena {
  int id;
  int used;
};
static struct arena fallback;
static __thread struct arena *own = &fallback;

static struct arena *ensure(void) {
  if (own->id == 0) {
    struct arena *made = calloc(1, sizeof *made);
    made->id = rand() + 1;
    own = made;
  }
  return own;
}

static void *run(void *arg) {
  for (int i = 0; i < 100; i++) ensure()->used++;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return fallback.used;
}
