// Two functions start a thread each, by way of one wrapper: seen from main the ways look the same.
#include <pthread.h>

static int count;
static pthread_t handles[2];
static int started;

static void *work(void *arg) {
  count++; // RACE! count
  return arg;
}

static void start(void) {
  pthread_create(&handles[started], NULL, work, NULL);
  started++;
}
static void start_logged(void) { start(); }
static void start_reader(void) { start_logged(); }
static void start_writer(void) { start_logged(); }
static void start_both(void) {
  start_reader();
  start_writer();
}

int main(void) {
  start_both();
  pthread_join(handles[0], NULL);
  pthread_join(handles[1], NULL);
  return 0;
}
