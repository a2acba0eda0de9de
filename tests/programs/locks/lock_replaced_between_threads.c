// The second thread is given another mutex while the first may still hold the old one.
#include <pthread.h>

struct job {
  pthread_mutex_t *lock;
};
static pthread_mutex_t old = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *current = &old;
static int hits;

static void *hit(void *arg) {
  pthread_mutex_t *lock = ((struct job *)arg)->lock;
  pthread_mutex_lock(lock);
  hits++; // RACE! hits
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct job one, two;
  one.lock = current;
  pthread_create(&a, NULL, hit, &one);
  current = &fresh;
  two.lock = current;
  pthread_create(&b, NULL, hit, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits == 0;
}
