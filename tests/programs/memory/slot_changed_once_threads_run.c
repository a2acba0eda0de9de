// VERDICT: unknown: how many threads there are is a floating-point number
// The slot that the first thread was handed is changed, under a lock, once all run: two threads have
// it from then on.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  long done;
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
    mine(p)->done++; // MISSED mine(p)->done: only possible, as threads mostly have elements of their own
  return NULL;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  struct slot *slots = calloc(n, sizeof *slots);
  struct argument *arguments = calloc(n, sizeof *arguments);
  pthread_t *threads = calloc(n, sizeof *threads);
  for (int i = 0; i < n; i++) {
    arguments[i].id = i;
    arguments[i].slot = &slots[i];
  }
  for (int i = 0; i < n; i++) {
    if (pthread_create(&threads[i], NULL, run, &arguments[i]) != 0)
      abort();
  }
  pthread_mutex_lock(&lock);
  arguments[0].slot = &slots[1];
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
