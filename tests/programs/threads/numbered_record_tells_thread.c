// VERDICT: unknown: a function of the library is not known
// Each thread is handed a record with its number, which was put there in another function. What
// only the one with number 0 does is done once.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern void read_options(void *options);  // TSAN: silent: the library does not exist

struct searcher {
  int number;
  int limit;
  long nodes;
};

static struct {
  int count;
  struct searcher searchers[32];
} options;

static char text[16];

static const char *describe(int limit) {
  snprintf(text, sizeof text, "%d", limit);
  return text;
}

static void *search(void *arg) {
  struct searcher *own = arg;
  for (int i = 0; i < own->limit; i++) {
    own->nodes++;
    if (own->number == 0) puts(describe(i));
  }
  return NULL;
}

static void prepare(struct searcher *searcher, int number) {
  searcher->number = number;
  searcher->nodes = 0;
}

int main(void) {
  pthread_t threads[32];
  read_options(&options);
  for (int i = 0; i < options.count; i++) prepare(&options.searchers[i], i);
  read_options(&options);
  for (int i = 0; i < options.count; i++) {
    pthread_create(&threads[i], NULL, search, &options.searchers[i]);
  }
  for (int i = 0; i < options.count; i++) pthread_join(threads[i], NULL);
  return 0;
}
