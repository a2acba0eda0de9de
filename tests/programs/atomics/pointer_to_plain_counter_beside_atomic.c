// A helper counts in the plain field beside the atomic one.
#include <pthread.h>
#include <stdatomic.h>

struct gauge { atomic_llong total; long long plain; };
static struct gauge rain;

static void add(struct gauge *g, long long n) {
  atomic_fetch_add(&g->total, n);
  g->plain += n; // RACE! rain.plain
}

static void *worker(void *arg) {
  add(arg, 5);
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, worker, &rain) != 0) return 2;
  add(&rain, 2);
  pthread_join(t, NULL);
  return rain.total != 7;
}
