// The records are moved by realloc and used under the same lock.
#include <pthread.h>
#include <stdlib.h>

struct entry { int key; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;

static void *grow(void *arg) {
  pthread_mutex_lock(&m);
  struct entry *more = realloc(entries, 4096 * sizeof *more);
  if (more) entries = more;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  entries = calloc(2, sizeof *entries);
  if (!entries) return 1;
  pthread_create(&t, NULL, grow, NULL);
  pthread_mutex_lock(&m);
  struct entry *first = entries;
  int key = first->key;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  free(entries);
  return key != 0;
}
