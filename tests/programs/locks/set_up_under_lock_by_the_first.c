// Whoever comes first makes the table, under the lock. The read after it needs no lock: its thread
// has found the table made, or has made it, and nobody ever sets it again.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static int *get(void) {
  pthread_mutex_lock(&making);
  if (table == NULL) table = calloc(4, sizeof *table);
  pthread_mutex_unlock(&making);
  return table;
}

static void *look(void *arg) {
  const int *mine = get();
  return mine != NULL && mine[0] != 0 ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
