// The thread was handed the lock itself, and gives it back by that name. That it is taken and given back once more
// does not help what comes then.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, inside;

static void *work(void *arg) {
  pthread_mutex_t *named = arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(named);
  pthread_mutex_lock(&lock);
  inside++;
  pthread_mutex_unlock(&lock);
  total++;  // RACE! total
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &lock);
  pthread_create(&b, NULL, work, &lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total + inside;
}
