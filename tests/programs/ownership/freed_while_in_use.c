#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int *object = arg;
  return *object == 1 ? arg : NULL; // RACE! *object
}

int main(void) {
  pthread_t t;
  int *object = malloc(sizeof *object);
  *object = 1;
  pthread_create(&t, NULL, work, object);
  free(object); // RACE! *object
  pthread_join(t, NULL);
  return 0;
}
