// One thread holds two locks, the other a third.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *with_ab(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  shared++; // RACE! shared
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *with_c(void *arg) {
  pthread_mutex_lock(&c);
  shared--; // RACE! shared
  pthread_mutex_unlock(&c);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, with_ab, NULL);
  pthread_create(&t[1], NULL, with_c, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return shared;
}
