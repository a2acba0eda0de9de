// VERDICT: unknown: how many threads there are is a floating-point number
// Each turn starts a thread and then gives the one of the turn before, which runs already, its own
// slot.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  long done;
  long bytes;
};
struct argument {
  int id;
  struct slot *slot;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct slot *mine(struct argument *a) {
  pthread_mutex_lock(&lock);
  struct slot *slot = a->slot;
  pthread_mutex_unlock(&lock);
  return slot;
}

static void *run(void *p) {
  for (int i = 0; i < 1000; i++)
    mine(p)->done++; // MISSED slot.done: only possible, as threads mostly have elements of their own
  return NULL;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  struct slot *slots = calloc(n, sizeof *slots);
  struct argument *arguments = calloc(n + 1, sizeof *arguments);
  pthread_t *threads = calloc(n, sizeof *threads);
  for (int i = 0; i < n; i++) {
    arguments[i + 1].id = i;
    pthread_mutex_lock(&lock);
    arguments[i + 1].slot = &slots[i];
    arguments[i].slot = &slots[i];
    pthread_mutex_unlock(&lock);
    if (pthread_create(&threads[i], NULL, run, &arguments[i + 1]) != 0)
      abort();
  }
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
