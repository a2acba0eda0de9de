// What is made once is the same for all who ask for it, whoever makes it.
// TODAY: unknown: no execution goes on behind the call of a function that is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

static int *made;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) { made = malloc(8); }

static void *use(void *arg) {
  pthread_once(&once, make);
  made[1] = 3;  // RACE! made[1]
  return arg;
}

int main(void) {
  long options[2] = {0, 0};
  pthread_t t, u;
  read_options(options);
  pthread_create(&t, NULL, use, NULL);
  pthread_create(&u, NULL, use, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
