// VERDICT: unknown: that the flag says so is not seen
// Who starts a thread joins the last one first, if there is one, as a flag says.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
extern int read_command(void);
extern int wants_quiet;

static pthread_t index_thread;
static int is_active, frames;

static void *make_index(void *arg) {
  ++frames;
  return arg;
}

static void stop(void) {
  if (!is_active) return;
  pthread_join(index_thread, NULL);
  is_active = 0;
}

static int start(void) {
  if (is_active) {
    if (!wants_quiet) puts("once more");
    stop();
  }
  if (pthread_create(&index_thread, NULL, make_index, NULL)) return -1;
  is_active = 1;
  return 0;
}

int main(void) {
  long count = 0;
  read_options(&count);
  if (count > 1) start();
  while (read_command()) start();
  stop();
  return 0;
}
