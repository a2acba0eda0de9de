// The handler that unlocks has been popped and run before the access.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int orders;

static void release(void *arg) { pthread_mutex_unlock(arg); }

static void *order(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(release, &m);
  pthread_cleanup_pop(1);
  orders++; // RACE! orders
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, order, NULL);
  pthread_create(&b, NULL, order, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", orders);
  return 0;
}
