// The thread is created under one condition but joined early only under a stricter one.
#include <pthread.h>
#include <stdio.h>

static int cache_size;

static void *warm_up(void *arg) {
  cache_size = 64; // RACE! cache_size
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  int joined = 0;
  if (argc >= 5) return 2;
  if (pthread_create(&t, NULL, warm_up, NULL) != 0) return 1;
  if (argc > 1) {
    pthread_join(t, NULL);
    joined = 1;
  }
  cache_size += 1; // RACE! cache_size
  if (!joined) pthread_join(t, NULL);
  printf("%s %d\n", argv[0], cache_size);
  return 0;
}
