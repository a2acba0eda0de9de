// The thread exists only if the option is set, and is joined under the same option.
#include <pthread.h>
#include <stdio.h>

static int cache_size;

static void *warm_up(void *arg) {
  cache_size = 64;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  int warm = argc < 5;
  if (warm && pthread_create(&t, NULL, warm_up, NULL) != 0) return 1;
  if (warm) pthread_join(t, NULL);
  cache_size += 1;
  printf("%s %d\n", argv[0], cache_size);
  return 0;
}
