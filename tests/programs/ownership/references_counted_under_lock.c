// Documents count who refers to them, under a lock: who gives up the last reference closes one without it.
// VERDICT: unknown: that each thread has a reference of its own is not followed
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct document {
  pthread_mutex_t lock;
  int references;
  int edits;
};

static void take(struct document *document) {
  pthread_mutex_lock(&document->lock);
  document->references++;
  pthread_mutex_unlock(&document->lock);
}

static void give_up(struct document *document) {
  pthread_mutex_lock(&document->lock);
  const int left = --document->references;
  pthread_mutex_unlock(&document->lock);
  if (left > 0) return;
  printf("%d edits\n", document->edits);
  pthread_mutex_destroy(&document->lock);
  free(document);
}

static void *edit(void *arg) {
  struct document *document = arg;
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&document->lock);
    document->edits++;
    pthread_mutex_unlock(&document->lock);
  }
  give_up(document);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int started = 0;
  long count = 0;
  read_options(&count);
  struct document *document = calloc(1, sizeof *document);
  if (!document) return 1;
  pthread_mutex_init(&document->lock, NULL);
  document->references = 1;
  for (int i = 0; i < 3; ++i) {
    take(document);
    if (pthread_create(&threads[started], NULL, edit, document) != 0) {
      give_up(document);
    } else {
      started++;
    }
  }
  give_up(document);
  while (started-- > 0) pthread_join(threads[started], NULL);
  return 0;
}
