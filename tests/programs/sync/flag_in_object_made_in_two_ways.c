// The object with the flag is made in one of two ways; either way the limit is there before the flag.
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_mutex_t lock;
  int is_open;
};
static struct gate *gate;
static int limit;

static struct gate *make_gate(void) {
  struct gate *g = malloc(sizeof *g);
  pthread_mutex_init(&g->lock, NULL);
  g->is_open = 0;
  return g;
}

static void *work(void *arg) {
  int is_open = 0;
  while (!is_open) {
    pthread_mutex_lock(&gate->lock);
    is_open = gate->is_open;
    pthread_mutex_unlock(&gate->lock);
  }
  return limit > 0 ? arg : NULL;
}

int main(int argc, char **argv) {
  pthread_t t;
  if (argc > 1 && argv[1][0] == 'x') {
    gate = make_gate();
  } else {
    gate = make_gate();
  }
  pthread_create(&t, NULL, work, NULL);
  limit = 10;
  pthread_mutex_lock(&gate->lock);
  gate->is_open = 1;
  pthread_mutex_unlock(&gate->lock);
  pthread_join(t, NULL);
  free(gate);
  return 0;
}
