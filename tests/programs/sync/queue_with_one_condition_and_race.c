// Threads that wait for each other at one condition, as those at the two ends of a queue, do not meet there: who
// finds what it needs goes on at once.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int length;
static int progress;

static void *take(void *arg) {
  for (int i = 0; i < 20000; i++) {
    pthread_mutex_lock(&lock);
    while (length == 0) pthread_cond_wait(&changed, &lock);
    length--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    progress++;  // RACE! progress
  }
  return arg;
}

int main(void) {
  pthread_t taker;
  if (pthread_create(&taker, NULL, take, NULL) != 0) abort();
  for (int i = 0; i < 20000; i++) {
    progress++;
    pthread_mutex_lock(&lock);
    while (length == 3) pthread_cond_wait(&changed, &lock);
    length++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(taker, NULL);
  return progress;
}
