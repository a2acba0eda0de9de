// VERDICT: unknown: nothing is known of what reads the options
// A function does something for two of the values of its argument only; no thread but one calls it
// with these.
#include <pthread.h>

extern void read_options(long *limit);  // TSAN: silent: the library does not exist

enum signal_kind { KEYED, CARRIER, CONNECTED };
static int keyed_count;  // only ever for KEYED and CARRIER
static int shared_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int kind, int level) {
  if (kind == KEYED || kind == CARRIER) keyed_count += level;
  pthread_mutex_lock(&lock);
  shared_count += level;
  pthread_mutex_unlock(&lock);
}

static void *transmit(void *unused) {
  (void)unused;
  note(KEYED, 1);
  note(CARRIER, 2);
  return NULL;
}

int main(void) {
  long limit = 1;
  pthread_t thread;
  read_options(&limit);
  pthread_create(&thread, NULL, transmit, NULL);
  note(CONNECTED, (int)limit);
  pthread_join(thread, NULL);
  return keyed_count;
}
