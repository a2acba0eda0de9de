// The worker waits until main has set the limit and said so. Elsewhere there is more to remember than
// the analysis keeps, among which could be others who say so.
// VERDICT: unknown: accesses under more locks than are kept for one variable
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int is_started;
static long limit;

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, h = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t i = PTHREAD_MUTEX_INITIALIZER, j = PTHREAD_MUTEX_INITIALIZER;
static long calls;

static void count(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  calls++;
  pthread_mutex_unlock(lock);
}

static void *work(void *arg) {
  pthread_mutex_lock(&start);
  while (!is_started) pthread_cond_wait(&started, &start);
  pthread_mutex_unlock(&start);
  for (long n = 0; n < limit; n++) {
    count(&a), count(&b), count(&c), count(&d), count(&e);
    count(&f), count(&g), count(&h), count(&i), count(&j);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  limit = 100000;
  pthread_mutex_lock(&start);
  is_started = 1;
  pthread_cond_broadcast(&started);
  pthread_mutex_unlock(&start);
  pthread_join(t, NULL);
  printf("%ld\n", calls);
  return 0;
}
