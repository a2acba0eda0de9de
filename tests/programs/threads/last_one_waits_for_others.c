// Threads wait for each other in a tree: who waits for the first has waited for all.
// VERDICT: unknown: that each thread is waited for by one is not followed
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

enum { kThreads = 8 };

struct worker {
  pthread_t thread;
  struct worker *all;
  unsigned number;
  long found;
};

static void *work(void *arg) {
  struct worker *me = arg;
  me->found = rand();
  for (unsigned step = 1; me->number % (2 * step) == 0 && me->number + step < kThreads; step *= 2) {
    struct worker *other = &me->all[me->number + step];
    pthread_join(other->thread, NULL);
    me->found += other->found;
  }
  return NULL;
}

int main(void) {
  long count = 0;
  read_options(&count);
  struct worker *all = calloc(kThreads, sizeof *all);
  if (!all) return 1;
  for (int i = kThreads - 1; i >= 0; --i) {
    all[i].all = all;
    all[i].number = (unsigned)i;
    pthread_create(&all[i].thread, NULL, work, &all[i]);
  }
  pthread_join(all[0].thread, NULL);
  free(all);
  return 0;
}
