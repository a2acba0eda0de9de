// VERDICT: unknown: which element it is depends on when a thread looks
// A variable holds the element of the last turn: two threads may find the same one there.
#include <pthread.h>
#include <stdlib.h>

struct job { int kind; int tries; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job none, jobs[64];
static struct job *current = &none;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  struct job *job = current;
  pthread_mutex_unlock(&lock);
  job->tries++;  // MISSED tries: only possible, as threads mostly have elements of their own
  return NULL;
}

int main(void) {
  int n = (int)(strtod("4", NULL) + 0.5);
  pthread_t threads[64];
  if (n > 64) return 1;
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&lock);
    if (i > 1) current = &jobs[i];
    pthread_mutex_unlock(&lock);
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
