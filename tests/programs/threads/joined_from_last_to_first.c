// Created in a loop that counts up, joined in one that counts down.
#include <pthread.h>

enum { kThreads = 3 };
static int total;

static void *read_total(void *arg) { return total ? arg : NULL; }

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, read_total, NULL);
  for (int i = kThreads - 1; i >= 0; i--) pthread_join(threads[i], NULL);
  return total++;
}
