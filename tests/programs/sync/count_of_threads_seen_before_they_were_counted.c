// That nobody was at work was seen before the threads were counted and started.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int alive;
static long sum;

static void *work(void *number) {
  pthread_mutex_lock(&lock);
  sum += (long)number;
  alive--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void wait_for_all(void) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int left = alive;
    pthread_mutex_unlock(&lock);
    if (left == 0) return;
  }
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  pthread_t thread;
  wait_for_all();
  for (int i = 0; i < count; i++) {
    pthread_mutex_lock(&lock);
    alive++;
    pthread_mutex_unlock(&lock);
    pthread_create(&thread, NULL, work, (void *)(long)i);
  }
  return sum > 0;  // RACE! sum
}
