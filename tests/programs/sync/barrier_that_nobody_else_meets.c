// TSAN: silent: the program does not end
// Nobody but main comes to the barrier, which waits for two: main does not get past it.
#include <pthread.h>

static pthread_barrier_t barrier;
static int number;

static void *work(void *arg) {
  number++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&barrier);
  number = 0;
  return 0;
}
