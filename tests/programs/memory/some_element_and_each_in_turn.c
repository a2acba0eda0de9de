// Two threads change an element nothing is known of, then each in turn.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int counts[64];
static int used;

static void *worker(void *arg) {
  counts[rand() % 3]++; // RACE! counts[]
  for (int i = 0; i < used; i++) counts[i]++; // RACE! counts[]
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  used = argc < 64 ? argc : 64;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", counts[0]);
  return 0;
}
