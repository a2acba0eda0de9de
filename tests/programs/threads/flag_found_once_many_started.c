// The flag says that the program was set up; how many threads are started then, it does not say.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static int is_set_up;
static long done;

static void *work(void *unused) {
  for (int i = 0; i < 100; ++i) done++;  // RACE! done
  return unused;
}

static void start(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_detach(thread);
}

static void set_up(long count) {
  if (is_set_up) return;
  is_set_up = 1;
  for (long i = 0; i < count; ++i) start();
}

int main(void) {
  long count = 4;
  read_options(&count);
  set_up(count);
  set_up(count);
  pthread_exit(NULL);
}
