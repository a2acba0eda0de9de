// Two pools run one loop with hooks of their own. What the hook of the second one reads is set before
// that pool is started.
// TODAY: unknown: which hook the threads of a pool call is not told apart
#include <pthread.h>
#include <stdlib.h>

struct worker { pthread_t thread; void (*hook)(void); struct worker *next; };
struct pool { struct worker *first; };

static int port;

static void nothing(void) {}
static void check_port(void) {
  if (port == 80) abort();
}

static void *run(void *argument) {
  struct worker *worker = argument;
  if (worker->hook) worker->hook();
  return NULL;
}

static struct pool *make_pool(int n, void (*hook)(void)) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) abort();
  for (int i = 0; i < n; i++) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker) abort();
    worker->hook = hook;
    worker->next = pool->first;
    pool->first = worker;
  }
  return pool;
}

static void start(struct pool *pool) {
  for (struct worker *w = pool->first; w; w = w->next)
    if (pthread_create(&w->thread, NULL, run, w)) abort();
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  struct pool *jobs = make_pool(n, nothing);
  start(jobs);
  port = 8080;
  struct pool *listeners = make_pool(n, check_port);
  start(listeners);
  pthread_exit(NULL);
}
