// Two functions start a thread each, by way of one wrapper, but the first has ended by then.
#include <pthread.h>

static int count;
static pthread_t handle;

static void *work(void *arg) {
  count++;
  return arg;
}

static void start(void) {
  pthread_create(&handle, NULL, work, NULL);
}
static void start_logged(void) { start(); }
static void start_reader(void) { start_logged(); }
static void start_writer(void) { start_logged(); }
static void start_both(void) {
  start_reader();
  pthread_join(handle, NULL);
  start_writer();
  pthread_join(handle, NULL);
}

int main(void) {
  start_both();
  return 0;
}
