// Three threads hold two of three locks each, and any two of them share one.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void update(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  shared++;
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}
static void *with_ab(void *arg) { update(&a, &b); return arg; }
static void *with_bc(void *arg) { update(&b, &c); return arg; }
static void *with_ac(void *arg) { update(&a, &c); return arg; }

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, with_ab, NULL);
  pthread_create(&t[1], NULL, with_bc, NULL);
  pthread_create(&t[2], NULL, with_ac, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  return shared != 3;
}
