// Nobody ever sets the flag: what lies behind it does not happen.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int enabled;
static int count;

static void *work(void *arg) {
  if (atomic_load(&enabled)) count++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  atomic_store(&enabled, 0);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
