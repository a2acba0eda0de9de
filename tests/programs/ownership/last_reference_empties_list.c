// Who gives up the last reference takes the list of watchers apart before: a loop with two ways through each turn
// does not make it forgotten that the count was found at its end.
// VERDICT: unknown: that each thread has a reference of its own is not followed
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct watcher {
  struct watcher *next, **before;
};
struct object {
  int references;
  int uses;
  struct watcher *watchers;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void give_up(struct object *object) {
  pthread_mutex_lock(&mutex);
  const int left = --object->references;
  pthread_mutex_unlock(&mutex);
  if (left < 0) abort();
  if (left > 0) return;
  pthread_mutex_lock(&mutex);
  while (object->watchers != NULL) {
    struct watcher *watcher = object->watchers;
    if (watcher->next != NULL) watcher->next->before = watcher->before;
    *watcher->before = watcher->next;
  }
  pthread_mutex_unlock(&mutex);
  free(object);
}

static void *use(void *arg) {
  struct object *object = arg;
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&mutex);
    object->uses++;
    pthread_mutex_unlock(&mutex);
  }
  give_up(object);
  return NULL;
}

int main(void) {
  long threads = 2;
  read_options(&threads);
  struct object *object = calloc(1, sizeof *object);
  if (object == NULL) return 1;
  object->references = 1;
  for (long i = 0; i < threads; ++i) {
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    object->references++;
    pthread_mutex_unlock(&mutex);
    if (pthread_create(&thread, NULL, use, object) != 0) abort();
    pthread_detach(thread);
  }
  give_up(object);
  pthread_exit(NULL);
}
