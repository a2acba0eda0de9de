// Main writes before the first creation, and again after its thread has ended: by then a thread
// that this one started may run.
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *grandchild(void *arg) {
  shared += 2; // RACE! shared
  return arg;
}

static void *child(void *arg) {
  pthread_t t;
  pthread_create(&t, NULL, grandchild, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  shared = 1;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  shared++; // RACE! shared
  usleep(20000); // or the program may end before the grandchild has run
  return shared == 0;
}
