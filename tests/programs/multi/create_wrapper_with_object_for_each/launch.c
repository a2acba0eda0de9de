// Wraps the creation and the join of a thread.
#include "launch.h"

#include <stdlib.h>

pthread_t launch(void *(*entry)(void *), void *object) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, entry, object) != 0) abort();
  return thread;
}

void finish(pthread_t thread) { pthread_join(thread, NULL); }
