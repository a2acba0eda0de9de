// A global set from the argument count decides, in two places, on the lock and on the access.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counting, lines_seen;

static void enter(void) {
  if (counting) pthread_mutex_lock(&m);
}

static void leave(void) {
  if (counting) pthread_mutex_unlock(&m);
}

static void *reader(void *arg) {
  enter();
  if (counting) lines_seen++;
  leave();
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t a, b;
  counting = argc > 1;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return lines_seen != 2 * counting;
}
