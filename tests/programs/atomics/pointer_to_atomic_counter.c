// A helper counts in an atomic object that it gets by pointer.
#include <pthread.h>
#include <stdatomic.h>

struct gauge { atomic_llong total; const char *name; };

static void add(atomic_llong *to, long long n) { atomic_fetch_add(to, n); }

static void *worker(void *arg) {
  struct gauge *g = arg;
  add(&g->total, 5);
  return NULL;
}

int main(void) {
  pthread_t t;
  struct gauge g = {.name = "rain"};
  atomic_init(&g.total, 0);
  if (pthread_create(&t, NULL, worker, &g) != 0) return 2;
  add(&g.total, 2);
  pthread_join(t, NULL);
  return g.total != 7;
}
