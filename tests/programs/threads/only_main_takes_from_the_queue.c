// What is done directly by the main thread alone, which is told by its handle.
#include <pthread.h>

static pthread_t main_thread;
static int queue;

static int is_main(void) { return pthread_equal(pthread_self(), main_thread); }
static int next(void) { return is_main() ? ++queue : 0; }

static void *worker(void *arg) {
  next();
  return arg;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  next();
  pthread_join(thread, NULL);
  return 0;
}
