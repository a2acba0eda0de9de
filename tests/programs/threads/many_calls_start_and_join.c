// More threads than are told apart by the call that starts them, and each is joined at once.
#include <pthread.h>

int total;

static void *add(void *arg) {
  total += 1;
  return arg;
}

static pthread_t start(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  return thread;
}

int main(void) {
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  pthread_join(start(), 0);
  total += 1;
  return 0;
}
