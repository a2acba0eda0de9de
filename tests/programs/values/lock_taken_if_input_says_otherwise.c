// Whether the lock is taken an input says, but the count is changed in one case more.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg) {
  int kind = rand() % 4;
  int is_locked = kind == 1 || kind == 2;
  if (is_locked) pthread_mutex_lock(&lock);
  if (kind >= 2) count++; // RACE! count
  if (is_locked) pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
