// All threads have one number, so that all of them may be asked for.
// TODAY: unknown: too little is known of the test
// TSAN: silent: the library does not exist
#include <pthread.h>

extern void read_options(long *options);

static long wanted;
static int presses;

static void press(int channel) {
  if (channel == wanted) presses++;  // RACE! presses
}

static void *listen(void *arg) {
  const int device = (int)(long)arg;
  for (int i = 0; i < 2; i++) press(device * 2 + i);
  return NULL;
}

int main(void) {
  pthread_t threads[20];
  long options[2] = {0, 0};
  read_options(options);
  wanted = options[0];
  for (long i = 0; i < 20; i++) pthread_create(&threads[i], NULL, listen, (void *)options[1]);
  for (int i = 0; i < 20; i++) pthread_join(threads[i], NULL);
  return presses;
}
