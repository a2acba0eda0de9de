// The unlock is left to a handler that runs when popped or when the thread exits.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int orders;

static void release(void *arg) { pthread_mutex_unlock(arg); }

static void *order(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(release, &m);
  orders++;
  if (arg != NULL) pthread_exit(NULL);
  orders++;
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, order, NULL);
  pthread_create(&b, NULL, order, &m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", orders);
  return 0;
}
