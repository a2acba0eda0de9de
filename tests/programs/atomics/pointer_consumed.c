// TODAY: unknown: what depends on a consumed value is not followed
#include <pthread.h>
#include <stdatomic.h>

static int number;
static int *_Atomic published;

static void *publish(void *arg) {
  number = 1;
  atomic_store_explicit(&published, &number, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t thread;
  int *found;
  pthread_create(&thread, NULL, publish, NULL);
  while (!(found = atomic_load_explicit(&published, memory_order_consume))) {
  }
  const int seen = *found;  // FALSE-ALARM number: the value depends on the pointer
  pthread_join(thread, NULL);
  return seen;
}
