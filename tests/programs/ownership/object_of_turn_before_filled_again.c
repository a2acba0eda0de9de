// Each turn of the loop makes an object for the thread that it starts, and also writes to that of
// the turn before.
#include <pthread.h>
#include <stdlib.h>

struct context { pthread_t thread; int input; };

static void *verify(void *p) {
  struct context *c = p;
  return c->input > 3 ? c : NULL;  // RACE! context.input
}

int main(int argc, char **argv) {
  struct context *all[40], *last = NULL;
  int n = argc + 2 < 40 ? argc + 2 : 40;
  for (int i = 0; i < n; i++) {
    struct context *c = malloc(sizeof *c);
    c->input = i;
    if (last) last->input = 7;  // RACE! context.input
    pthread_create(&c->thread, NULL, verify, c);
    all[i] = last = c;
  }
  for (int i = 0; i < n; i++) pthread_join(all[i]->thread, NULL);
  return 0;
}
