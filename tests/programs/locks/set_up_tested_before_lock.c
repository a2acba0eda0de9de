// The first test is made without the lock under which the table is made.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static int *get(void) {
  if (table == NULL) {  // RACE! table
    pthread_mutex_lock(&making);
    if (table == NULL) table = calloc(4, sizeof *table);  // RACE! table
    pthread_mutex_unlock(&making);
  }
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
