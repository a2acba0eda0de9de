// Main counts each thread before it starts it, and goes on when all of them, however many, have
// counted themselves out.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nobody = PTHREAD_COND_INITIALIZER;
static int alive;
static long sum;

static void *work(void *number) {
  pthread_mutex_lock(&lock);
  sum += (long)number;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (--alive == 0) pthread_cond_signal(&nobody);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void wait_for_all(void) {
  pthread_mutex_lock(&lock);
  while (alive > 0) pthread_cond_wait(&nobody, &lock);
  pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 40;
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    alive++;
    pthread_mutex_unlock(&lock);
    if (pthread_create(&thread, NULL, work, (void *)(long)i)) abort();
    pthread_detach(thread);
  }
  wait_for_all();
  return sum > 0;
}
