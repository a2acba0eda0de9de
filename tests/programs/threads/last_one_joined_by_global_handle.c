// VERDICT: unknown: which thread the handle is of is not told
// Before each thread is started the last one is joined, by the one handle there is.
#include <pthread.h>
#include <stddef.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
extern int read_key(void);

static pthread_t sound;
static int length;

static void *play(void *arg) {
  ++length;
  return arg;
}

int main(void) {
  long count = 0;
  read_options(&count);
  pthread_create(&sound, NULL, play, NULL);
  for (;;) {
    if (read_key() != 6) continue;
    pthread_join(sound, NULL);
    pthread_create(&sound, NULL, play, NULL);
  }
}
