// A word is tested and set under a lock; who set it works without the lock until it clears the word.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int busy, count;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  while (busy) pthread_cond_wait(&idle, &m);
  busy = 1;
  pthread_mutex_unlock(&m);
  count++;
  pthread_mutex_lock(&m);
  busy = 0;
  pthread_cond_signal(&idle);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
