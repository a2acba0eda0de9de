// A lock that is tried gives 0 or EBUSY.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *try_it(void *text) {
  for (long i = atol(text); i > 0; i--) {
    if (pthread_mutex_trylock(&lock) == EBUSY) pthread_mutex_lock(&lock);
    number++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, try_it, argv[argc - 1]);
  try_it(argv[0]);
  pthread_join(t, NULL);
  return number;
}
