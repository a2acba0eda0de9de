// Returning a global struct by value reads all of it.
#include <pthread.h>
#include <stdio.h>

typedef struct { int major, minor; } version;
static version current = {1, 4};

static version get_version(void) {
  return current; // RACE! current.major
}

static void *upgrade(void *arg) {
  current.major = 2; // RACE! current.major
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, upgrade, NULL);
  version v = get_version();
  printf("%d.%d\n", v.major, v.minor);
  pthread_join(t, NULL);
  return 0;
}
