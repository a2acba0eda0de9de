// Many threads are handed one object, which was made before the first of them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct total {
  int sum;
};

static void *run(void *arg) {
  struct total *total = arg;
  total->sum++; // RACE! total.sum
  return NULL;
}

static int start_all(int count) {
  struct total *total = malloc(sizeof *total);
  if (total == NULL) return -1;
  total->sum = 0;
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, total) != 0) return -1;
    pthread_detach(thread);
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int round = 0; round < argc; round++) {
    if (start_all(argc + 1) != 0) return 1;
  }
  pthread_exit(NULL);
}
