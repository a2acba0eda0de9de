// Two threads, two numbers, and one of them at most is the one that was asked for.
// TODAY: unknown: that the numbers differ is taken for a sign only
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void read_options(long *options);

static long wanted;
static int found;

static void *look(void *arg) {
  if ((long)arg == wanted) found++;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  long options[2] = {0, 0};
  read_options(options);
  wanted = options[0];
  pthread_create(&a, NULL, look, (void *)1);
  pthread_create(&b, NULL, look, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return found;
}
