// The thread meets main at the barrier, and goes on to write.
#include <pthread.h>

static pthread_barrier_t barrier;
static int number;

static void *work(void *arg) {
  pthread_barrier_wait(&barrier);
  number++;  // RACE! number
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&barrier);
  number = 0;  // RACE! number
  pthread_join(thread, NULL);
  return 0;
}
