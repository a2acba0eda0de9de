// An object is made in the procedure, but for both of the threads it starts through a wrapper.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
  ++*(int *)argument;  // RACE! *argument
  return NULL;
}

static pthread_t create(void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, argument);
  return thread;
}

static void both(void) {
  int *counter = calloc(1, sizeof *counter);
  const pthread_t first = create(counter);
  const pthread_t second = create(counter);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(counter);
}

static void once(void) { both(); }

int main(void) {
  once();
  return 0;
}
