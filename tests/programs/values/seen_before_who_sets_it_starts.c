// Main clears what only a thread sets that is not there yet: it finds nothing to clear.
#include <pthread.h>

static int level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  int found = level;
  pthread_mutex_unlock(&lock);
  return found > 2 ? arg : NULL;
}

static void *setter(void *arg) {
  pthread_mutex_lock(&lock);
  level = 3;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  if (level) level = 0;
  pthread_create(&second, NULL, setter, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
