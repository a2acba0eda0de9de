// A lock is taken twice and given back once around the access, and another one given back in between by the name that
// the thread was handed.
// FLAGS: -D_GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg) {
  pthread_mutex_t *named = arg;
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(named);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  for (long i = 0; i < argc * 1000000L; i++) total ^= 1;  // longer than executions go on
  pthread_create(&a, NULL, work, &other);
  pthread_create(&b, NULL, work, &other);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total;
}
