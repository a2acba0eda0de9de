// Threads count themselves out before they are done.
// TSAN: silent: main has to look between two critical sections of the last thread
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int alive;
static long sum;

static void *work(void *number) {
  pthread_mutex_lock(&lock);
  alive--;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  sum += (long)number;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  pthread_t thread;
  for (int i = 0; i < count; i++) {
    pthread_mutex_lock(&lock);
    alive++;
    pthread_mutex_unlock(&lock);
    pthread_create(&thread, NULL, work, (void *)(long)i);
  }
  for (;;) {
    pthread_mutex_lock(&lock);
    int left = alive;
    pthread_mutex_unlock(&lock);
    if (left == 0) break;
  }
  return sum > 0;  // RACE! sum
}
