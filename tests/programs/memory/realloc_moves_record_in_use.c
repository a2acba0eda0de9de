// realloc may move the records to which main has kept a pointer.
#include <pthread.h>
#include <stdlib.h>

struct entry { int key; };
static struct entry *entries;

static void *grow(void *arg) {
  struct entry *more = realloc(entries, 4096 * sizeof *more); // RACE! entry.key
  if (more) entries = more;
  return arg;
}

int main(void) {
  pthread_t t;
  entries = calloc(2, sizeof *entries);
  if (!entries) return 1;
  struct entry *first = entries;
  pthread_create(&t, NULL, grow, NULL);
  int key = first->key; // RACE! entry.key
  pthread_join(t, NULL);
  free(entries);
  return key > 0;
}
