// The loop is also left after a few turns, without the lock.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long count;

static bool lock(void) {
  bool done = false;
  bool held = false;
  int turns = 0;
  while (!done) {
    if (pthread_mutex_trylock(&m) == 0) {
      held = true;
      done = true;
    } else if (++turns == 3) {
      done = true;
    }
  }
  return held;
}

static void *work(void *arg) {
  for (int i = 0; i < 100000; ++i) {
    bool held = lock();
    count++;  // RACE! count
    if (held) pthread_mutex_unlock(&m);
  }
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
