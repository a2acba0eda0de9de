// Of any number of threads, the second one does not wait for the first.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_set_up, limit;

static void *visitor(void *unused) {
  pthread_mutex_lock(&mutex);
  const int is_first = !is_set_up;
  is_set_up = 1;
  pthread_mutex_unlock(&mutex);
  if (is_first) limit = 5;  // RACE! limit
  return limit > 3 ? unused : NULL;  // RACE! limit
}

int main(int argc, char **argv) {
  for (int i = 0; i < 20 * argc; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, visitor, argv);
    pthread_detach(thread);
  }
  return 0;
}
