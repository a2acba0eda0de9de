// TODAY: unknown: whether a thread is started again is not certain
// As started_by_who_finds_flag_unset.c, but the flag is taken back while the thread runs.
#include <pthread.h>
#include <stdio.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int is_started;
static long looked_at;

static void *look(void *unused) {
  for (int i = 0; i < 1000; ++i) looked_at += i;  // RACE! looked_at
  return unused;
}

static int next_packet(void) {
  pthread_t looker;
  if (!is_started) {
    is_started = 1;
    pthread_create(&looker, NULL, look, NULL);
  } else {
    is_started = 0;
  }
  return getchar();
}

int main(void) {
  long count = 1;
  read_options(&count);
  while (next_packet() != count) {
  }
  pthread_exit(NULL);
}
