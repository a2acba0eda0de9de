// VERDICT: unknown: that both tests hold before is not seen
// What is set if two members are 0 is set before there are threads, by the same code.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static long since_start(long now) {
  static struct {
    long seconds, fraction;
  } start;
  if (start.seconds == 0 && start.fraction == 0) start.seconds = 1;
  return now - start.seconds;
}

static void *work(void *arg) { return since_start(5) ? arg : NULL; }

int main(void) {
  long count;
  read_options(&count);
  since_start(1);
  for (long i = 0; i < count; i++) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
  }
  since_start(2);
  pthread_exit(NULL);
}
