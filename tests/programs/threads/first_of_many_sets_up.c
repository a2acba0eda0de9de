// Any number of threads in one state are one to an exploration.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_set_up, limit;

static void *visitor(void *unused) {
  pthread_mutex_lock(&mutex);
  if (!is_set_up) {
    limit = 5;
    is_set_up = 1;
  }
  pthread_mutex_unlock(&mutex);
  return limit > 3 ? unused : NULL;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 20 * argc; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, visitor, argv);
    pthread_detach(thread);
  }
  return 0;
}
