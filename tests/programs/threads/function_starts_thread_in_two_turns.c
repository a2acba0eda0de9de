// TODAY: unknown: too little is known of what reading the options does
// As function_starts_thread_in_first_turn.c, but the first two channels start one each.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct channel {
  int number;
  int bits;
};

static struct channel channels[16];
static pthread_t writer;
static int written;

static void *write_all(void *unused) {
  for (int i = 0; i < 3; ++i) ++written;  // RACE! written
  return unused;
}

static void initialise(struct channel *c) {
  if (c->number < 2) pthread_create(&writer, NULL, write_all, NULL);
  c->bits = 0;
}

int main(void) {
  long count = 16;
  read_options(&count);
  for (int n = 0; n < count && n < 16; ++n) {
    channels[n].number = n;
    initialise(&channels[n]);
  }
  pthread_exit(NULL);
}
