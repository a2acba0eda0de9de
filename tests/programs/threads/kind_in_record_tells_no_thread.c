// TODAY: unknown: what the records hold is not known
// Each thread is handed a record with a kind, which was put there in another function, and which
// several of them may have.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern void read_options(void *options);  // TSAN: silent: the library does not exist

struct searcher {
  int kind;
  int limit;
  long nodes;
};

static struct {
  int count;
  struct searcher searchers[32];
} options;

static char text[16];

static const char *describe(int limit) {
  snprintf(text, sizeof text, "%d", limit);  // RACE! text
  return text;
}

static void *search(void *arg) {
  struct searcher *own = arg;
  for (int i = 0; i < own->limit; i++) {
    own->nodes++;
    if (own->kind == 0) puts(describe(i));
  }
  return NULL;
}

static void prepare(struct searcher *searcher, int kind) {
  searcher->kind = 0;
  if (kind > 3) searcher->kind = 1;
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
