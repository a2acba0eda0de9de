// As argument_is_one_of_two.c, but for a third value as well, with which main calls it.
#include <pthread.h>

extern void read_options(long *limit);  // TSAN: silent: the library does not exist

enum signal_kind { KEYED, CARRIER, CONNECTED };
static int keyed_count;

static void note(int kind, int level) {
  if (kind == KEYED || kind == CARRIER || kind == CONNECTED) keyed_count += level;  // RACE! keyed_count
}

static void *transmit(void *unused) {
  (void)unused;
  note(KEYED, 1);
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
