// Each thread has a part of an array, but an index is cut to more than the part's size.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int slots[16];

static void fill(int *part, pthread_mutex_t *lock) {
  for (unsigned k = 0; k < 100; k++) {
    pthread_mutex_lock(lock);
    part[(k * 5) & 15] = (int)k; // RACE! slots[]
    pthread_mutex_unlock(lock);
  }
}

static void keep(int *part, pthread_mutex_t *lock) {
  for (unsigned k = 0; k < 100; k++) {
    pthread_mutex_lock(lock);
    part[(k * 5) & 7] = (int)k; // RACE! slots[]
    pthread_mutex_unlock(lock);
  }
}

static void *low(void *arg) {
  fill(&slots[0], &locks[0]);
  return arg;
}

static void *high(void *arg) {
  keep(&slots[8], &locks[1]);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, low, NULL);
  pthread_create(&b, NULL, high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return slots[9] > 100;
}
