// The lock is in a table as well, and given back by that name before the variable is used.
#include <pthread.h>

static pthread_mutex_t ready_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *locks[3] = {&ready_lock, &ready_lock, &ready_lock};
static int ready;

static void unlock(int n) { pthread_mutex_unlock(locks[n]); }

static void *receive(void *unused) {
  pthread_mutex_lock(&ready_lock);
  ready = 1;  // RACE! ready
  pthread_mutex_unlock(&ready_lock);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  pthread_mutex_lock(&ready_lock);
  pthread_create(&t, NULL, receive, NULL);
  unlock(argc % 3);
  ready++;  // RACE! ready
  pthread_join(t, NULL);
  return 0;
}
