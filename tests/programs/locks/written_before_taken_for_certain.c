// The same, but the flag is written before the lock is taken anew.
#include <pthread.h>

struct window {
  pthread_mutex_t *lock;
  int drawn;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static int poll_flag(void) {
  pthread_mutex_lock(&lock);
  const int found = flag;
  pthread_mutex_unlock(&lock);
  return found;
}

static void *refresh(void *arg) {
  struct window *window = arg;
  if (window->drawn > 3) {
    pthread_mutex_lock(&lock);
  } else {
    pthread_mutex_lock(&other);
  }
  pthread_mutex_unlock(window->lock);
  flag--;  // RACE! flag
  if (poll_flag() > 5) return NULL;
  pthread_mutex_lock(&lock);
  flag--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  struct window window = {argc > 3 ? &lock : &other, argc};
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, refresh, &window);
  pthread_mutex_lock(&lock);
  flag++;  // RACE! flag
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
