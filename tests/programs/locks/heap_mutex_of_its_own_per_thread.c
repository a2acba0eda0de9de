// Every thread allocates a mutex for itself, which excludes nobody.
#include <pthread.h>
#include <stdlib.h>

static long weight;

static void *load(void *arg) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (lock == NULL) return NULL;
  pthread_mutex_init(lock, NULL);
  pthread_mutex_lock(lock);
  weight += 7; // RACE! weight
  pthread_mutex_unlock(lock);
  pthread_mutex_destroy(lock);
  free(lock);
  return arg;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, load, NULL);
  pthread_create(&y, NULL, load, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return weight == 0;
}
