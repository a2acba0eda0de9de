// A thread changes the element of each turn, after the next one and one nothing is known of. The
// first turn meets main.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int counts[64];
static int used;

static void *worker(void *arg) {
  for (int i = 0; i < used; i++) {
    counts[i + 1]++;
    counts[rand() % 3]++;
    counts[i]++; // RACE! counts[]
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  used = argc < 60 ? argc : 60;
  pthread_create(&thread, NULL, worker, NULL);
  counts[0]++; // RACE! counts[]
  pthread_join(thread, NULL);
  printf("%d\n", counts[0]);
  return 0;
}
