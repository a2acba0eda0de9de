// VERDICT: unknown: which threads are waited for is not followed through the lists
// Two lists of threads; only those of one are waited for before the total is read.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  struct worker *next;
};

struct helper {
  pthread_t thread;
  struct helper *next;
};

static struct worker *workers;
static struct helper *helpers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  total += 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *help(void *arg) { return arg; }

static void start_worker(void) {
  struct worker *w = malloc(sizeof(*w));
  if (w == NULL) exit(1);
  w->next = workers;
  workers = w;
  if (pthread_create(&w->thread, NULL, work, w) != 0) exit(1);
}

static void start_helper(void) {
  struct helper *h = malloc(sizeof(*h));
  if (h == NULL) exit(1);
  h->next = helpers;
  helpers = h;
  if (pthread_create(&h->thread, NULL, help, h) != 0) exit(1);
}

static void finish_helpers(void) {
  while (helpers != NULL) {
    struct helper *h = helpers;
    pthread_join(h->thread, NULL);
    helpers = h->next;
    free(h);
  }
}

int main(int argc, char **argv) {
  const int n = strtod(argv[argc - 1], NULL) > 2.0 ? 8 : 4;
  for (int i = 0; i < n; i++) {
    start_worker();
    start_helper();
  }
  finish_helpers();
  printf("%ld\n", total);  // RACE! total
  while (workers != NULL) {
    struct worker *w = workers;
    pthread_join(w->thread, NULL);
    workers = w->next;
    free(w);
  }
  return 0;
}
