// A pointer that a library gave is kept in a variable, and no thread follows it.
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdio.h>

extern void *open_device(int number);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *device;
static int users;

static void *user(void *arg) {
  pthread_mutex_lock(&m);
  users++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  device = open_device(3);
  pthread_create(&t, NULL, user, NULL);
  pthread_mutex_lock(&m);
  users++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return device != NULL;
}
