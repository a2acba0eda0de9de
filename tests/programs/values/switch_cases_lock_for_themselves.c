// Every case that touches the count locks, and the case that does not lock is never chosen for it.
#include <pthread.h>

enum command { PUT, DROP, CLEAR };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items, dropped;

static void obey(enum command c) {
  switch (c) {
    case PUT:
      pthread_mutex_lock(&m);
      items++;
      pthread_mutex_unlock(&m);
      break;
    case DROP:
      pthread_mutex_lock(&m);
      dropped++;
      pthread_mutex_unlock(&m);
      break;
    case CLEAR:
      items = 0;
  }
}

static void *work(void *arg) {
  obey(DROP);
  return arg;
}

int main(void) {
  pthread_t t;
  obey(CLEAR);
  pthread_create(&t, NULL, work, NULL);
  obey(PUT);
  pthread_join(t, NULL);
  return items != 1;
}
