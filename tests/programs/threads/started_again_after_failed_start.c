// VERDICT: unknown: that one is started at a time is not proved
// A flag under a lock says that the thread runs. It is taken back if the thread could not be started,
// and once it was joined.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static int runs, level;

static void *fill(void *arg) {
  level += 10;
  return arg;
}

static void *serve(void *arg) {
  pthread_mutex_lock(&lock);
  if (!runs) {
    runs = 1;
    if (pthread_create(&thread, NULL, fill, NULL)) runs = 0;
  } else if (arg) {
    pthread_join(thread, NULL);
    runs = 0;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  long count = 0;
  read_options(&count);
  for (long i = 0; i < count; i++) {
    pthread_t t;
    pthread_create(&t, NULL, serve, (void *)(i % 3));
    pthread_detach(t);
  }
  pthread_exit(NULL);
}
