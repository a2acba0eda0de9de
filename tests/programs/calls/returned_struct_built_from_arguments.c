// The struct that a function returns is built from its arguments.
#include <pthread.h>
#include <stdio.h>

typedef struct { int major, minor; } version;
static version current = {1, 4};

static version make_version(int major, int minor) { return (version){major, minor}; }

static void *upgrade(void *arg) {
  current.major = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, upgrade, NULL);
  version v = make_version(1, 4);
  printf("%d.%d\n", v.major, v.minor);
  pthread_join(t, NULL);
  return current.minor != 4;
}
