// Main waits until as many are done as one loop has started; it has started twice as many.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static long sum;

static void *work(void *number) {
  pthread_mutex_lock(&lock);
  sum += (long)number;
  done++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void start(int count) {
  pthread_t thread;
  for (int i = 0; i < count; i++) pthread_create(&thread, NULL, work, (void *)(long)i);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  start(count);
  start(count);
  for (;;) {
    pthread_mutex_lock(&lock);
    int found = done;
    pthread_mutex_unlock(&lock);
    if (found >= count) break;
  }
  return sum > 0;  // RACE! sum
}
