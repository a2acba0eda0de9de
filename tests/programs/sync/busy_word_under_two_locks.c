// VERDICT: unknown: the two may only be there at once if both saw the word 0
// The two threads test the word under different locks: both may find it 0.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int busy, count;

static void *work(void *arg) {
  pthread_mutex_t *lock = arg;
  pthread_mutex_lock(lock);
  int mine = !busy; // RACE! busy
  if (mine) busy = 1; // RACE! busy
  pthread_mutex_unlock(lock);
  if (!mine) return NULL;
  count++; // RACE! count
  pthread_mutex_lock(lock);
  busy = 0;
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &m);
  pthread_create(&b, NULL, work, &n);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
