// Two programs, each with a constant table of one name: only this one's function takes the lock.
// TSAN: silent: two mains do not link
#include <pthread.h>
#include <stddef.h>

struct operations {
  void (*run)(void);
};

static int orders;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take_order(void) {
  pthread_mutex_lock(&lock);
  orders++;
  pthread_mutex_unlock(&lock);
}

const struct operations operations = {take_order};

static void *serve(void *unused) {
  operations.run();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
