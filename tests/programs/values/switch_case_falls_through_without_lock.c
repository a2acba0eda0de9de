// One case falls through into the next one, which clears the count without the lock.
#include <pthread.h>

enum command { PUT, DROP, CLEAR };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items, dropped;

static void obey(enum command c) {
  switch (c) {
    case PUT:
      pthread_mutex_lock(&m);
      items++; // RACE! items
      pthread_mutex_unlock(&m);
      break;
    case DROP:
      dropped++;
      __attribute__((fallthrough));
    default:
      items = 0; // RACE! items
  }
}

static void *work(void *arg) {
  obey(DROP);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  obey(PUT);
  pthread_join(t, NULL);
  return dropped != 1;
}
